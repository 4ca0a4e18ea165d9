CREATE TABLE "proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"call" text NOT NULL,
	"input" jsonb NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text,
	"facts" jsonb NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"proposed_from" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"decided_from" jsonb,
	"decision_reason" text,
	"failure" text,
	CONSTRAINT "proposals_status_check" CHECK ("proposals"."status" in ('open', 'approved', 'rejected', 'withdrawn', 'expired', 'failed')),
	CONSTRAINT "proposals_second_operator_check" CHECK ("proposals"."status" not in ('approved', 'rejected', 'failed') or ("proposals"."decided_by" is not null and "proposals"."decided_by" <> "proposals"."proposed_by"))
);
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_subject_unique" ON "proposals" USING btree ("subject_kind","subject_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "proposals_proposed_index" ON "proposals" USING btree ("proposed_at");