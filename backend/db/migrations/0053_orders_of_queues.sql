DROP INDEX "payments_created_index";--> statement-breakpoint
DROP INDEX "payments_status_index";--> statement-breakpoint
DROP INDEX "refills_created_index";--> statement-breakpoint
DROP INDEX "refills_status_index";--> statement-breakpoint
CREATE INDEX "payments_created_index" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_status_index" ON "payments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "refills_created_index" ON "refills" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refills_status_index" ON "refills" USING btree ("status","created_at","id");