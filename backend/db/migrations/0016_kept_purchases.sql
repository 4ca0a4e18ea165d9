ALTER TABLE "payments" ADD COLUMN "kept_purchase" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A withdrawal that was cancelled before the column was there left its purchase where its return moved no USDT.
UPDATE "payments" SET "kept_purchase" = true WHERE "status" = 'rejected' AND "from_usdt" > 0
  AND EXISTS (SELECT FROM "ledger_entries" WHERE "event_id" = 'payment_return:' || "payments"."id")
  AND NOT EXISTS (
    SELECT FROM "ledger_entries" JOIN "ledger_lines" ON "ledger_lines"."entry_id" = "ledger_entries"."id"
    WHERE "event_id" = 'payment_return:' || "payments"."id" AND "ledger_lines"."currency" = 'USDT'
  );--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_kept_purchase_check" CHECK (not "payments"."kept_purchase" or ("payments"."status" = 'rejected' and "payments"."from_usdt" is not null));