CREATE TABLE "activity" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"device" text,
	"address" text,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"values" jsonb NOT NULL,
	"reference_kind" text,
	"reference_id" text,
	"counted_as" text,
	CONSTRAINT "activity_counted_unique" UNIQUE("user_id","counted_as"),
	CONSTRAINT "activity_outcome_check" CHECK ("activity"."outcome" in ('done', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "held_payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"found" jsonb NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_user_index" ON "activity" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "activity_at_index" ON "activity" USING btree ("at");--> statement-breakpoint
CREATE INDEX "held_payments_held_index" ON "held_payments" USING btree ("held_at");