CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outbox_unsent_index" ON "outbox" USING btree ("created_at") WHERE sent_at is null and attempts > 0;--> statement-breakpoint
CREATE INDEX "inquiries_waiting_index" ON "inquiries" USING btree ("created_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "proposals_waiting_index" ON "proposals" USING btree ("proposed_at","expires_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "verifications_waiting_index" ON "verifications" USING btree ("submitted_at") WHERE status = 'in_process';--> statement-breakpoint
CREATE INDEX "payments_waiting_index" ON "payments" USING btree ("created_at","expected_by","approved_at","currency","net") WHERE status in ('pending', 'under_review');--> statement-breakpoint
CREATE INDEX "payments_withdrawn_index" ON "payments" USING btree ("withdrawn_at") WHERE status = 'completed';--> statement-breakpoint
CREATE INDEX "refills_credited_index" ON "refills" USING btree ("credited_at") WHERE status = 'topped_up';