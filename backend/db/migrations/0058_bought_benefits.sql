ALTER TABLE "subscriptions" ADD COLUMN "free_payments" boolean;--> statement-breakpoint
UPDATE "subscriptions" SET "free_payments" = (SELECT "free_payments" FROM "subscription_options" WHERE "subscription_options"."id" = "subscriptions"."option_id");
