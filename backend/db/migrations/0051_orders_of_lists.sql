CREATE INDEX "deposits_started_index" ON "deposits" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "deposits_amount_index" ON "deposits" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "deposits_status_index" ON "deposits" USING btree ("status","started_at","id");--> statement-breakpoint
CREATE INDEX "users_all_registered_index" ON "users" USING btree ("registered_at","id");--> statement-breakpoint
CREATE INDEX "users_login_order_index" ON "users" USING btree ("login","id");