ALTER TABLE "case_assignments" DROP CONSTRAINT "case_assignments_queue_check";--> statement-breakpoint
ALTER TABLE "case_notes" DROP CONSTRAINT "case_notes_queue_check";--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_queue_check";--> statement-breakpoint
CREATE INDEX "incoming_transfers_problem_index" ON "incoming_transfers" USING btree ("waits_since") WHERE waits_since is not null;--> statement-breakpoint
CREATE INDEX "incoming_transfers_address_index" ON "incoming_transfers" USING btree ("address_key" text_pattern_ops) WHERE waits_since is not null;--> statement-breakpoint
CREATE INDEX "incoming_transfers_hash_index" ON "incoming_transfers" USING btree (lower("transaction_hash") text_pattern_ops) WHERE waits_since is not null;--> statement-breakpoint
ALTER TABLE "case_assignments" ADD CONSTRAINT "case_assignments_queue_check" CHECK ("case_assignments"."queue" in ('payments', 'refills', 'verifications', 'inquiries', 'applications', 'transfers'));--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_queue_check" CHECK ("case_notes"."queue" in ('payments', 'refills', 'verifications', 'inquiries', 'applications', 'transfers', 'investors'));--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_queue_check" CHECK ("saved_views"."queue" in ('payments', 'refills', 'verifications', 'inquiries', 'applications', 'transfers'));--> statement-breakpoint
-- What an operator has credited at its top-up by hand, with its hash, waits no more.
UPDATE incoming_transfers AS waiting
SET refill_id = refills.id, credited_at = refills.credited_at, closed_at = refills.credited_at
FROM refills
WHERE waiting.waits_since is not null and waiting.closed_at is null and waiting.credited_at is null
  and refills.status = 'topped_up' and lower(refills.wallet) = waiting.address_key and refills.currency = waiting.currency
  and regexp_replace(lower(trim(refills.transaction_hash)), '^0x', '') = lower(waiting.transaction_key)
  and not exists (select from incoming_transfers as other where other.refill_id = refills.id and other.credited_at is not null)
  and not exists (select from incoming_transfers as other where other.id <> waiting.id
    and other.address_key = waiting.address_key and other.transaction_key = waiting.transaction_key);
