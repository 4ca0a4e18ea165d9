CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"operator_id" text NOT NULL,
	"queue" text NOT NULL,
	"name" text NOT NULL,
	"filters" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_queue_check" CHECK ("saved_views"."queue" in ('payments', 'refills', 'verifications', 'inquiries'))
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_operator_id_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_unique" ON "saved_views" USING btree ("operator_id","queue","name");