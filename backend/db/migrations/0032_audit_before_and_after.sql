CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"record_id" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_record_id_unique" UNIQUE("record_id")
);
--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_record_id_audit_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."audit_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_records_actor_index" ON "audit_records" USING btree ("actor_id","created_at");