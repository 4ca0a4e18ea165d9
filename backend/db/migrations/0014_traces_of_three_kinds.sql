-- Wallets are compared as they stand with withdrawals and saved wallets; nothing has written one here.
DELETE FROM "account_traces" WHERE "kind" = 'wallet';--> statement-breakpoint
ALTER TABLE "account_traces" DROP CONSTRAINT "account_traces_kind_check";--> statement-breakpoint
ALTER TABLE "account_traces" ADD CONSTRAINT "account_traces_kind_check" CHECK ("account_traces"."kind" in ('device', 'document', 'network'));
