CREATE TABLE "idempotency_keys" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"state" text NOT NULL,
	"status" integer NOT NULL,
	"body" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key"),
	CONSTRAINT "idempotency_keys_state_check" CHECK ("idempotency_keys"."state" in ('done', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"device" text,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "demo_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"offset_days" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "demo_clock_one_row" CHECK ("demo_clock"."id" = 1 and "demo_clock"."offset_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "accruals" (
	"deposit_id" text NOT NULL,
	"k" integer NOT NULL,
	"entry_id" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"amount" numeric(38,18) NOT NULL,
	"rate" numeric(38,18) NOT NULL,
	"credited_usdt" numeric(38,18) NOT NULL,
	CONSTRAINT "accruals_deposit_id_k_pk" PRIMARY KEY("deposit_id","k")
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"tariff" text NOT NULL,
	"plan_title" jsonb NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(38,18) NOT NULL,
	"min" numeric(38,18) NOT NULL,
	"worth_usdt" numeric(38,18) NOT NULL,
	"daily_percent" numeric(12,6) NOT NULL,
	"term_days" integer NOT NULL,
	"extension_days" integer NOT NULL,
	"extension_multiplier" numeric(12,6) NOT NULL,
	"status" text DEFAULT 'in_progress' NOT NULL,
	"term" smallint DEFAULT 1 NOT NULL,
	"accruals" integer DEFAULT 0 NOT NULL,
	"accrued" numeric(38,18) DEFAULT '0' NOT NULL,
	"accrued_usdt" numeric(38,18) DEFAULT '0' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"next_accrual_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "deposits_status_check" CHECK ("deposits"."status" in ('in_progress', 'awaiting_completion', 'closed')),
	CONSTRAINT "deposits_amount_check" CHECK ("deposits"."amount" > 0),
	CONSTRAINT "deposits_term_check" CHECK ("deposits"."term" in (1, 2)),
	CONSTRAINT "deposits_closed_check" CHECK (("deposits"."status" = 'closed') = ("deposits"."closed_at" is not null)),
	CONSTRAINT "deposits_next_accrual_check" CHECK ("deposits"."next_accrual_at" is null or "deposits"."status" = 'in_progress')
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"balance" numeric(38,18) DEFAULT '0' NOT NULL,
	CONSTRAINT "ledger_accounts_currency_unique" UNIQUE("id","currency"),
	CONSTRAINT "ledger_accounts_not_negative" CHECK ("ledger_accounts"."user_id" is null or "ledger_accounts"."balance" >= 0),
	CONSTRAINT "ledger_accounts_owner_check" CHECK (("ledger_accounts"."user_id" is not null) = ("ledger_accounts"."kind" in ('balance', 'balance_dep', 'held')))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"user_id" text NOT NULL,
	"source_user_id" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"reference_kind" text,
	"reference_id" text,
	"reason" text,
	CONSTRAINT "ledger_entries_event_id_unique" UNIQUE("event_id"),
	CONSTRAINT "ledger_entries_correction_check" CHECK ("ledger_entries"."type" <> 'correction' or "ledger_entries"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"entry_id" text NOT NULL,
	"n" smallint NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_lines_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"user_id" text,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(38,18) NOT NULL,
	"balance_after" numeric(38,18) NOT NULL,
	"type" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_lines_entry_id_n_pk" PRIMARY KEY("entry_id","n"),
	CONSTRAINT "ledger_lines_amount_check" CHECK ("ledger_lines"."amount" <> 0),
	CONSTRAINT "ledger_lines_scale_check" CHECK ("ledger_lines"."amount" = trunc("ledger_lines"."amount", case "ledger_lines"."currency" when 'USDT' then 6 when 'BTC' then 8 when 'TRX' then 6 else 18 end)),
	CONSTRAINT "ledger_lines_balance_check" CHECK ("ledger_lines"."user_id" is null or "ledger_lines"."balance_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_type_check" CHECK ("notifications"."type" in ('mailing', 'refill', 'long_login', 'bonus', 'other'))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_channel_check" CHECK ("outbox"."channel" in ('sms', 'email'))
);
--> statement-breakpoint
CREATE TABLE "coins" (
	"coin" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"exchangeable" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"rates" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rates" (
	"coin" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"rate" numeric(38,18) NOT NULL,
	CONSTRAINT "rates_coin_at_pk" PRIMARY KEY("coin","at"),
	CONSTRAINT "rates_positive_check" CHECK ("rates"."rate" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_systems" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"network" text NOT NULL,
	"family" text NOT NULL,
	"token_contract" text,
	"explorer" text,
	"refill_enabled" boolean DEFAULT true NOT NULL,
	"refill_min_usd" numeric(38,18) NOT NULL,
	"refill_max" numeric(38,18),
	"refill_timeout_minutes" integer DEFAULT 60 NOT NULL,
	"payment_enabled" boolean DEFAULT true NOT NULL,
	"payment_min_usd" numeric(38,18) NOT NULL,
	"payment_max" numeric(38,18),
	"payment_fee" numeric(38,18) NOT NULL,
	"payment_hours" integer DEFAULT 96 NOT NULL,
	"payment_requires" text[] NOT NULL,
	CONSTRAINT "payment_systems_family_check" CHECK ("payment_systems"."family" in ('tron', 'bitcoin', 'ethereum'))
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY NOT NULL,
	"tariff" text NOT NULL,
	"title" jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"currencies" text[] NOT NULL,
	"min" numeric(38,18) NOT NULL,
	"max" numeric(38,18),
	"daily_percent" numeric(12,6) NOT NULL,
	"term_days" integer NOT NULL,
	"extension_days" integer NOT NULL,
	"extension_multiplier" numeric(12,6) NOT NULL,
	"available" boolean DEFAULT true NOT NULL,
	CONSTRAINT "plans_bounds_check" CHECK ("plans"."min" > 0 and ("plans"."max" is null or "plans"."max" >= "plans"."min")),
	CONSTRAINT "plans_term_check" CHECK ("plans"."term_days" > 0 and "plans"."extension_days" >= 0 and "plans"."daily_percent" > 0 and "plans"."extension_multiplier" > 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_options" (
	"id" text PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"days" integer NOT NULL,
	"price" numeric(38,18) NOT NULL,
	"benefits" jsonb NOT NULL,
	"free_payments" boolean DEFAULT true NOT NULL,
	"available" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchanges" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"amount_from" numeric(38,18) NOT NULL,
	"amount_to" numeric(38,18) NOT NULL,
	"rate" numeric(38,18) NOT NULL,
	"quote_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"system_id" text NOT NULL,
	"currency" text NOT NULL,
	"network" text NOT NULL,
	"wallet" text NOT NULL,
	"amount" numeric(38,18) NOT NULL,
	"fee" numeric(38,18) NOT NULL,
	"net" numeric(38,18) NOT NULL,
	"from_balance" numeric(38,18) NOT NULL,
	"from_usdt" numeric(38,18),
	"rate" numeric(38,18),
	"transaction_hash" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"cancelled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expected_by" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "payments_status_check" CHECK ("payments"."status" in ('pending', 'under_review', 'rejected', 'completed')),
	CONSTRAINT "payments_amount_check" CHECK ("payments"."net" > 0 and "payments"."fee" >= 0 and "payments"."amount" = "payments"."net" + "payments"."fee"),
	CONSTRAINT "payments_withdrawn_check" CHECK (("payments"."status" = 'completed') = ("payments"."withdrawn_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "receiving_addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"system_id" text NOT NULL,
	"address" text NOT NULL,
	"refill_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receiving_addresses_address_unique" UNIQUE("address"),
	CONSTRAINT "receiving_addresses_refill_id_unique" UNIQUE("refill_id")
);
--> statement-breakpoint
CREATE TABLE "refills" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"system_id" text NOT NULL,
	"currency" text NOT NULL,
	"network" text NOT NULL,
	"request_amount" numeric(38,18) NOT NULL,
	"credited_amount" numeric(38,18),
	"wallet" text NOT NULL,
	"transaction_hash" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"credited_at" timestamp (3) with time zone,
	CONSTRAINT "refills_status_check" CHECK ("refills"."status" in ('pending', 'topped_up', 'rejected', 'timeout_expired')),
	CONSTRAINT "refills_credited_check" CHECK (("refills"."status" = 'topped_up') = ("refills"."credited_amount" is not null and "refills"."credited_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"option_id" text NOT NULL,
	"price" numeric(38,18) NOT NULL,
	"bought_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "subscriptions_term_check" CHECK ("subscriptions"."expires_at" > "subscriptions"."started_at")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"login" text NOT NULL,
	"email" text,
	"phone" text,
	"phone_confirmed_at" timestamp (3) with time zone,
	"password_hash" text,
	"telegram_id" text,
	"role" text DEFAULT 'investor' NOT NULL,
	"language" text DEFAULT 'ru' NOT NULL,
	"inviter_id" text,
	"country" text,
	"city" text,
	"instagram" text,
	"telegram" text,
	"vk" text,
	"verification" text DEFAULT 'none' NOT NULL,
	"rank" text,
	"own_turnover" numeric(38,18) DEFAULT '0' NOT NULL,
	"turnover" numeric(38,18) DEFAULT '0' NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspended_reason" text,
	"registered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_telegram_id_unique" UNIQUE("telegram_id"),
	CONSTRAINT "users_role_check" CHECK ("users"."role" in ('investor', 'operator')),
	CONSTRAINT "users_language_check" CHECK ("users"."language" in ('ru', 'en')),
	CONSTRAINT "users_inviter_check" CHECK ("users"."inviter_id" <> "users"."id"),
	CONSTRAINT "users_turnover_check" CHECK ("users"."own_turnover" >= 0 and "users"."turnover" >= 0)
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accruals" ADD CONSTRAINT "accruals_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accruals" ADD CONSTRAINT "accruals_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_source_user_id_users_id_fk" FOREIGN KEY ("source_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_account_id_currency_ledger_accounts_id_currency_fk" FOREIGN KEY ("account_id","currency") REFERENCES "public"."ledger_accounts"("id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rates" ADD CONSTRAINT "rates_coin_coins_coin_fk" FOREIGN KEY ("coin") REFERENCES "public"."coins"("coin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_quote_id_rate_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."rate_quotes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_system_id_payment_systems_id_fk" FOREIGN KEY ("system_id") REFERENCES "public"."payment_systems"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiving_addresses" ADD CONSTRAINT "receiving_addresses_system_id_payment_systems_id_fk" FOREIGN KEY ("system_id") REFERENCES "public"."payment_systems"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiving_addresses" ADD CONSTRAINT "receiving_addresses_refill_id_refills_id_fk" FOREIGN KEY ("refill_id") REFERENCES "public"."refills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refills" ADD CONSTRAINT "refills_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refills" ADD CONSTRAINT "refills_system_id_payment_systems_id_fk" FOREIGN KEY ("system_id") REFERENCES "public"."payment_systems"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_option_id_subscription_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."subscription_options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry_index" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "phone_codes_user_index" ON "phone_codes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "tokens_user_index" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deposits_user_index" ON "deposits" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "deposits_due_index" ON "deposits" USING btree ("next_accrual_at","id") WHERE next_accrual_at is not null;--> statement-breakpoint
CREATE INDEX "ledger_accounts_user_index" ON "ledger_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_source_index" ON "ledger_entries" USING btree ("user_id","source_user_id") WHERE source_user_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_lines_user_index" ON "ledger_lines" USING btree ("user_id","occurred_at","seq") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_lines_account_index" ON "ledger_lines" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "notifications_user_index" ON "notifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_unread_index" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "outbox_unsent_index" ON "outbox" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "rate_quotes_issued_index" ON "rate_quotes" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "exchanges_user_index" ON "exchanges" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_user_index" ON "payments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_open_index" ON "payments" USING btree ("expected_by") WHERE status in ('pending', 'under_review');--> statement-breakpoint
CREATE INDEX "receiving_addresses_free_index" ON "receiving_addresses" USING btree ("system_id","created_at") WHERE refill_id is null;--> statement-breakpoint
CREATE INDEX "refills_user_index" ON "refills" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "refills_expiry_index" ON "refills" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "subscriptions_user_index" ON "subscriptions" USING btree ("user_id","expires_at");--> statement-breakpoint
CREATE INDEX "subscriptions_expiry_index" ON "subscriptions" USING btree ("expires_at") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_login_unique" ON "users" USING btree (lower("login"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_unique" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_inviter_index" ON "users" USING btree ("inviter_id");