ALTER TABLE "exchanges" DROP CONSTRAINT "exchanges_quote_id_rate_quotes_id_fk";
--> statement-breakpoint
DROP INDEX "rate_quotes_issued_index";--> statement-breakpoint
DROP INDEX "rate_quotes_expiry_index";--> statement-breakpoint
DROP INDEX "exchanges_quote_index";--> statement-breakpoint
-- Quotes last two minutes, and those from before this belong to nobody: none can be acted on any more.
DELETE FROM "rate_quotes";--> statement-breakpoint
ALTER TABLE "rate_quotes" DROP CONSTRAINT "rate_quotes_pkey";--> statement-breakpoint
ALTER TABLE "rate_quotes" ADD COLUMN "user_id" text PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "rate_quotes" ADD COLUMN "spread_percent" numeric(12,6) NOT NULL;--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "spread_percent" numeric(12,6) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "spread_percent" numeric(12,6);--> statement-breakpoint
ALTER TABLE "rate_quotes" ADD CONSTRAINT "rate_quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_quotes" DROP COLUMN "issued_at";