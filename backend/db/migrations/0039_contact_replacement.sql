ALTER TABLE "users" ADD COLUMN "replacement_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "contact_replacement_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_contact_replacement_index" ON "users" USING btree ("contact_replacement_at") WHERE contact_replacement_at is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_contact_replacement_check" CHECK (("users"."contact_replacement_at" is null) = ("users"."replacement_email" is null));