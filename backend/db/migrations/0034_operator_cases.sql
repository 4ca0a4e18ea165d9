CREATE TABLE "case_assignments" (
	"queue" text NOT NULL,
	"subject_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_assignments_queue_subject_id_pk" PRIMARY KEY("queue","subject_id"),
	CONSTRAINT "case_assignments_queue_check" CHECK ("case_assignments"."queue" in ('payments', 'refills', 'verifications', 'inquiries'))
);
--> statement-breakpoint
CREATE TABLE "case_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"subject_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_notes_queue_check" CHECK ("case_notes"."queue" in ('payments', 'refills', 'verifications', 'inquiries'))
);
--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "case_assignments" ADD CONSTRAINT "case_assignments_operator_id_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_operator_id_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_notes_subject_index" ON "case_notes" USING btree ("queue","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_approved_index" ON "payments" USING btree ("approved_at") WHERE status = 'under_review' and approved_at is not null;