CREATE TABLE "kept_answers" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"call" text NOT NULL,
	"request" text NOT NULL,
	"answer" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "kept_answers_expiry_index" ON "kept_answers" USING btree ("expires_at");