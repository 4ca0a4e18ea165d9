ALTER TABLE "inquiries" ADD COLUMN "fingerprint" text;--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_fingerprint_unique" ON "inquiries" USING btree ("fingerprint");