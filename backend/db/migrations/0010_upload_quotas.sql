ALTER TABLE "inquiries" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "charged_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "inquiries_received_index" ON "inquiries" USING btree ("received_at") WHERE received_at is not null;--> statement-breakpoint
CREATE INDEX "inquiries_open_messages_index" ON "inquiries" USING btree ("id") WHERE kind = 'message' and status = 'open';--> statement-breakpoint
CREATE INDEX "stored_files_sender_index" ON "stored_files" USING btree ("received_at") WHERE sender is not null;--> statement-breakpoint
UPDATE "stored_files" SET "charged_bytes" = greatest("bytes", 16384) WHERE "erased_at" is null;
