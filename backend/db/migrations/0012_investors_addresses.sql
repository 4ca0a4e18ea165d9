ALTER TABLE "receiving_addresses" DROP CONSTRAINT "receiving_addresses_refill_id_unique";--> statement-breakpoint
ALTER TABLE "receiving_addresses" DROP CONSTRAINT "receiving_addresses_refill_id_refills_id_fk";
--> statement-breakpoint
DROP INDEX "receiving_addresses_free_index";--> statement-breakpoint
ALTER TABLE "receiving_addresses" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "receiving_addresses" ADD COLUMN "rests_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receiving_addresses" ADD COLUMN "kept_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receiving_addresses" ADD COLUMN "retired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Each address that was given out becomes that of its top-up's investor, for good where something came of a request for it.
UPDATE "receiving_addresses" SET "user_id" = "refills"."user_id", "rests_from" = "refills"."expires_at", "kept_since" = (
  SELECT min(coalesce("decided"."credited_at", "decided"."expires_at")) FROM "refills" AS "decided"
  WHERE "decided"."wallet" = "receiving_addresses"."address" AND "decided"."user_id" = "refills"."user_id"
    AND "decided"."status" IN ('topped_up', 'rejected')
) FROM "refills" WHERE "refills"."id" = "receiving_addresses"."refill_id";--> statement-breakpoint
-- Whoever had several is shown one from now on: one that was paid to before one that was not, the newest of these.
UPDATE "receiving_addresses" SET "retired" = true WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (
      PARTITION BY "system_id", "user_id" ORDER BY ("kept_since" IS NULL), "rests_from" DESC, "id"
    ) AS "place" FROM "receiving_addresses" WHERE "user_id" IS NOT NULL
  ) AS "own" WHERE "place" > 1
);--> statement-breakpoint
ALTER TABLE "receiving_addresses" ADD CONSTRAINT "receiving_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receiving_addresses_rest_index" ON "receiving_addresses" USING btree ("system_id","rests_from") WHERE user_id is not null and kept_since is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receiving_addresses_user_unique" ON "receiving_addresses" USING btree ("system_id","user_id") WHERE not retired;--> statement-breakpoint
CREATE INDEX "receiving_addresses_free_index" ON "receiving_addresses" USING btree ("system_id","created_at") WHERE user_id is null;--> statement-breakpoint
ALTER TABLE "receiving_addresses" DROP COLUMN "refill_id";--> statement-breakpoint
ALTER TABLE "receiving_addresses" ADD CONSTRAINT "receiving_addresses_user_check" CHECK (("receiving_addresses"."user_id" is null) = ("receiving_addresses"."rests_from" is null) and ("receiving_addresses"."kept_since" is null or "receiving_addresses"."user_id" is not null));