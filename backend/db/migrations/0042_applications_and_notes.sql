-- Applications are a queue of their own; what was written on them goes with them. Notes are written on investors too.
ALTER TABLE "case_assignments" DROP CONSTRAINT "case_assignments_queue_check";--> statement-breakpoint
ALTER TABLE "case_notes" DROP CONSTRAINT "case_notes_queue_check";--> statement-breakpoint
ALTER TABLE "inquiries" DROP CONSTRAINT "inquiries_status_check";--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_queue_check";--> statement-breakpoint
DROP INDEX "inquiries_waiting_index";--> statement-breakpoint
UPDATE "case_assignments" SET "queue" = 'applications' WHERE "queue" = 'inquiries' AND "subject_id" IN (SELECT "id" FROM "inquiries" WHERE "kind" = 'application');--> statement-breakpoint
UPDATE "case_notes" SET "queue" = 'applications' WHERE "queue" = 'inquiries' AND "subject_id" IN (SELECT "id" FROM "inquiries" WHERE "kind" = 'application');--> statement-breakpoint
CREATE INDEX "inquiries_waiting_applications_index" ON "inquiries" USING btree ("created_at") WHERE kind = 'application' and status = 'open';--> statement-breakpoint
CREATE INDEX "inquiries_waiting_index" ON "inquiries" USING btree ("created_at") WHERE status = 'open' and kind <> 'application';--> statement-breakpoint
ALTER TABLE "case_assignments" ADD CONSTRAINT "case_assignments_queue_check" CHECK ("case_assignments"."queue" in ('payments', 'refills', 'verifications', 'inquiries', 'applications'));--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_queue_check" CHECK ("case_notes"."queue" in ('payments', 'refills', 'verifications', 'inquiries', 'applications', 'investors'));--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_status_check" CHECK ("inquiries"."status" in ('open', 'done', 'declined'));--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_queue_check" CHECK ("saved_views"."queue" in ('payments', 'refills', 'verifications', 'inquiries', 'applications'));