CREATE TABLE "idempotency_reservations" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_reservations_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_reservations" ADD CONSTRAINT "idempotency_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_reservations_expiry_index" ON "idempotency_reservations" USING btree ("expires_at");