CREATE TABLE "account_traces" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_traces_user_id_kind_value_pk" PRIMARY KEY("user_id","kind","value"),
	CONSTRAINT "account_traces_kind_check" CHECK ("account_traces"."kind" in ('device', 'document', 'wallet', 'network'))
);
--> statement-breakpoint
CREATE TABLE "held_rewards" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"deposit_id" text NOT NULL,
	"level" smallint NOT NULL,
	"rank" text,
	"amount" numeric(38,18) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"releases_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'held' NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "held_rewards_source_unique" UNIQUE("source"),
	CONSTRAINT "held_rewards_kind_check" CHECK ("held_rewards"."kind" in ('referral', 'matching', 'bonus')),
	CONSTRAINT "held_rewards_status_check" CHECK ("held_rewards"."status" in ('held', 'released', 'taken_back')),
	CONSTRAINT "held_rewards_amount_check" CHECK ("held_rewards"."amount" > 0),
	CONSTRAINT "held_rewards_settled_check" CHECK (("held_rewards"."status" = 'held') = ("held_rewards"."settled_at" is null)),
	CONSTRAINT "held_rewards_reason_check" CHECK (("held_rewards"."status" = 'taken_back') = ("held_rewards"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "reward_blocks" (
	"user_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"reason" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reward_blocks_user_id_partner_id_pk" PRIMARY KEY("user_id","partner_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_owner_check";--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "holds_rewards" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_traces" ADD CONSTRAINT "account_traces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_rewards" ADD CONSTRAINT "held_rewards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_rewards" ADD CONSTRAINT "held_rewards_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_rewards" ADD CONSTRAINT "held_rewards_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_blocks" ADD CONSTRAINT "reward_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_blocks" ADD CONSTRAINT "reward_blocks_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_traces_value_index" ON "account_traces" USING btree ("kind","value");--> statement-breakpoint
CREATE INDEX "held_rewards_user_index" ON "held_rewards" USING btree ("user_id","status","releases_at");--> statement-breakpoint
CREATE INDEX "held_rewards_deposit_index" ON "held_rewards" USING btree ("deposit_id") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "held_rewards_partner_index" ON "held_rewards" USING btree ("partner_id","user_id");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owner_check" CHECK (("ledger_accounts"."user_id" is not null) = ("ledger_accounts"."kind" in ('balance', 'balance_dep', 'held', 'rewards_held')));