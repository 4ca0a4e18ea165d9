CREATE TABLE "operator_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "operator_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "operator_invitations_role_check" CHECK ("operator_invitations"."role" in ('admin', 'cashier', 'support', 'editor'))
);
--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD CONSTRAINT "operator_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "operator_invitations_open_unique" ON "operator_invitations" USING btree (lower("email")) WHERE accepted_at is null and revoked_at is null;