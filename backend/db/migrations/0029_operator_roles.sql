ALTER TABLE "users" ADD COLUMN "operator_role" text;--> statement-breakpoint
UPDATE "users" SET "operator_role" = 'admin' WHERE "role" = 'operator';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_operator_role_check" CHECK ("users"."operator_role" in ('admin', 'cashier', 'support', 'editor'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_operator_role_present_check" CHECK (("users"."role" = 'operator') = ("users"."operator_role" is not null));