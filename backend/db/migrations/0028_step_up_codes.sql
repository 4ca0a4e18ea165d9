CREATE TABLE "step_up_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_id" text NOT NULL,
	"place" text NOT NULL,
	"channel" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "step_up_codes_channel_check" CHECK ("step_up_codes"."channel" in ('email', 'sms'))
);
--> statement-breakpoint
CREATE TABLE "used_places" (
	"user_id" text NOT NULL,
	"place" text NOT NULL,
	"first_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "used_places_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
ALTER TABLE "step_up_codes" ADD CONSTRAINT "step_up_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_places" ADD CONSTRAINT "used_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "step_up_codes_user_index" ON "step_up_codes" USING btree ("user_id","created_at");