ALTER TABLE "inquiries" DROP CONSTRAINT "inquiries_kind_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "factor_removal_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_factors_lost_unique" ON "inquiries" USING btree ("user_id") WHERE kind = 'factors_lost' and status = 'open';--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_kind_check" CHECK ("inquiries"."kind" in ('subscriber', 'message', 'application', 'deletion', 'not_me', 'factors_lost'));