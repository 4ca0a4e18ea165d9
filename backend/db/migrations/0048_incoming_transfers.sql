CREATE TABLE "incoming_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"transaction_key" text NOT NULL,
	"output" text DEFAULT '' NOT NULL,
	"network" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(38,18) NOT NULL,
	"confirmations" integer NOT NULL,
	"required" integer,
	"state" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"system_id" text,
	"user_id" text,
	"refill_id" text,
	"credited_at" timestamp (3) with time zone,
	"problem" text,
	"waits_since" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "incoming_transfers_state_check" CHECK ("incoming_transfers"."state" in ('seen', 'final', 'dropped')),
	CONSTRAINT "incoming_transfers_problem_check" CHECK ("incoming_transfers"."problem" in ('unknown_address', 'other_currency', 'late', 'no_request', 'refused', 'taken_back')),
	CONSTRAINT "incoming_transfers_waiting_check" CHECK (("incoming_transfers"."problem" is null) = ("incoming_transfers"."waits_since" is null)),
	CONSTRAINT "incoming_transfers_credited_check" CHECK ("incoming_transfers"."credited_at" is null or "incoming_transfers"."refill_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"source" text NOT NULL,
	"event_id" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "payment_events_source_check" CHECK ("payment_events"."source" in ('hook', 'btcpay'))
);
--> statement-breakpoint
ALTER TABLE "refills" ADD COLUMN "seen" jsonb;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_system_id_payment_systems_id_fk" FOREIGN KEY ("system_id") REFERENCES "public"."payment_systems"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_refill_id_refills_id_fk" FOREIGN KEY ("refill_id") REFERENCES "public"."refills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_transfers_unique" ON "incoming_transfers" USING btree ("address_key","transaction_key","output","currency");--> statement-breakpoint
CREATE INDEX "incoming_transfers_refill_index" ON "incoming_transfers" USING btree ("refill_id") WHERE refill_id is not null;--> statement-breakpoint
CREATE INDEX "incoming_transfers_user_index" ON "incoming_transfers" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "incoming_transfers_waiting_index" ON "incoming_transfers" USING btree ("waits_since") WHERE waits_since is not null and closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_unique" ON "payment_events" USING btree ("source","event_id");--> statement-breakpoint
CREATE INDEX "payment_events_due_index" ON "payment_events" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "payment_events_received_index" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "receiving_addresses_folded_index" ON "receiving_addresses" USING btree (lower("address"));