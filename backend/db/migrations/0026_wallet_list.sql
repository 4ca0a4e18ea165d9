ALTER TABLE "wallets" ADD COLUMN "added_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "wallets" SET "added_at" = "updated_at";--> statement-breakpoint
ALTER TABLE "wallets" ALTER COLUMN "added_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wallet_list_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wallet_list_ends_at" timestamp (3) with time zone;