CREATE TABLE "used_passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "second_factors" DROP CONSTRAINT "second_factors_kind_check";--> statement-breakpoint
ALTER TABLE "second_factors" ALTER COLUMN "secret_sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "credential_id" text;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "sign_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "transports" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_credential_id_unique" UNIQUE("credential_id");--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_secret_check" CHECK (("second_factors"."kind" = 'totp') = ("second_factors"."secret_sealed" is not null)
        and ("second_factors"."kind" = 'passkey') = ("second_factors"."credential_id" is not null and "second_factors"."public_key" is not null));--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_kind_check" CHECK ("second_factors"."kind" in ('totp', 'passkey'));