ALTER TABLE "notifications" ADD COLUMN "image_alt" jsonb;--> statement-breakpoint
ALTER TABLE "mailings" ADD COLUMN "image_alt" jsonb;