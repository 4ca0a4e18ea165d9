CREATE TABLE "password_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_records" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiries" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"email" text,
	"name" text,
	"phone" text,
	"message" text,
	"vacancy_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inquiries_kind_check" CHECK ("inquiries"."kind" in ('subscriber', 'message', 'application', 'deletion')),
	CONSTRAINT "inquiries_status_check" CHECK ("inquiries"."status" in ('open', 'done'))
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" text PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"image" text,
	"top" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "personal_data" (
	"user_id" text PRIMARY KEY NOT NULL,
	"full_name" text,
	"birth_date" date,
	"marital_status" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "personal_data_marital_status_check" CHECK ("personal_data"."marital_status" is null or "personal_data"."marital_status" in ('single', 'married', 'divorced', 'widowed', 'other'))
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"owner_id" text NOT NULL,
	"field" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	"erase_after" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "stored_files_owner_check" CHECK ("stored_files"."owner" in ('verification', 'application'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'in_process' NOT NULL,
	"reason" text,
	"full_name" text NOT NULL,
	"birth_date" date NOT NULL,
	"marital_status" text NOT NULL,
	"document_number_sealed" text,
	"document_number_masked" text,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "verifications_status_check" CHECK ("verifications"."status" in ('in_process', 'successful', 'rejected')),
	CONSTRAINT "verifications_decided_check" CHECK (("verifications"."status" = 'in_process') = ("verifications"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"user_id" text NOT NULL,
	"system_id" text NOT NULL,
	"address" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallets_user_id_system_id_pk" PRIMARY KEY("user_id","system_id")
);
--> statement-breakpoint
ALTER TABLE "password_codes" ADD CONSTRAINT "password_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_data" ADD CONSTRAINT "personal_data_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_system_id_payment_systems_id_fk" FOREIGN KEY ("system_id") REFERENCES "public"."payment_systems"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_codes_user_index" ON "password_codes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_records_created_index" ON "audit_records" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inquiries_created_index" ON "inquiries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_subscriber_unique" ON "inquiries" USING btree (lower("email")) WHERE kind = 'subscriber';--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_deletion_unique" ON "inquiries" USING btree ("user_id") WHERE kind = 'deletion' and status = 'open';--> statement-breakpoint
CREATE INDEX "news_published_index" ON "news" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "stored_files_owner_index" ON "stored_files" USING btree ("owner","owner_id");--> statement-breakpoint
CREATE INDEX "stored_files_retention_index" ON "stored_files" USING btree ("erase_after") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "verifications_user_index" ON "verifications" USING btree ("user_id","submitted_at");