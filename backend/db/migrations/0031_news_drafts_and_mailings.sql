CREATE TABLE "mailings" (
	"id" text PRIMARY KEY NOT NULL,
	"message" jsonb NOT NULL,
	"image" text,
	"language" text,
	"deposits" text,
	"verified" boolean,
	"recipients" integer NOT NULL,
	"sender_id" text,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "news" ALTER COLUMN "published_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailings_sent_index" ON "mailings" USING btree ("sent_at");