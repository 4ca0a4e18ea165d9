CREATE TABLE "batched_payments" (
	"batch_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"position" integer NOT NULL,
	"taken_out_at" timestamp (3) with time zone,
	CONSTRAINT "batched_payments_batch_id_payment_id_pk" PRIMARY KEY("batch_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "payment_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"system_id" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"checksum" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"downloaded_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "payment_batches_status_check" CHECK ("payment_batches"."status" in ('open', 'downloaded', 'paid', 'dissolved')),
	CONSTRAINT "payment_batches_closed_check" CHECK (("payment_batches"."status" in ('paid', 'dissolved')) = ("payment_batches"."closed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "batched_payments" ADD CONSTRAINT "batched_payments_batch_id_payment_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payment_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batched_payments" ADD CONSTRAINT "batched_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_batches" ADD CONSTRAINT "payment_batches_system_id_payment_systems_id_fk" FOREIGN KEY ("system_id") REFERENCES "public"."payment_systems"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_batches" ADD CONSTRAINT "payment_batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "batched_payments_payment_unique" ON "batched_payments" USING btree ("payment_id") WHERE taken_out_at is null;--> statement-breakpoint
CREATE INDEX "payment_batches_created_index" ON "payment_batches" USING btree ("created_at");