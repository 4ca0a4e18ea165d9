CREATE TABLE "watched_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"refill_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"watched_until" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watched_invoices" ADD CONSTRAINT "watched_invoices_refill_id_refills_id_fk" FOREIGN KEY ("refill_id") REFERENCES "public"."refills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watched_invoices_due_index" ON "watched_invoices" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "incoming_transfers_seen_index" ON "incoming_transfers" USING btree ("seen_at") WHERE state = 'seen' and credited_at is null and closed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_created_index" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_network_index" ON "outbox" USING btree ("created_at") WHERE network is not null;