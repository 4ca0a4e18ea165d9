CREATE TABLE "security_events" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb NOT NULL,
	"notification_id" text,
	"token_hash" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "security_events_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "inquiries" DROP CONSTRAINT "inquiries_kind_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "withdrawals_rest_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "withdrawals_rest_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "frozen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_reset_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_events_user_index" ON "security_events" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "security_events_notification_index" ON "security_events" USING btree ("notification_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_not_me_unique" ON "inquiries" USING btree ("user_id") WHERE kind = 'not_me' and status = 'open';--> statement-breakpoint
CREATE INDEX "users_withdrawals_rest_index" ON "users" USING btree ("withdrawals_rest_until") WHERE withdrawals_rest_until is not null;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_kind_check" CHECK ("inquiries"."kind" in ('subscriber', 'message', 'application', 'deletion', 'not_me'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_withdrawals_rest_check" CHECK (("users"."withdrawals_rest_until" is null) = ("users"."withdrawals_rest_reason" is null));