CREATE INDEX "payments_expected_index" ON "payments" USING btree ("expected_by","id");--> statement-breakpoint
CREATE INDEX "payments_amount_index" ON "payments" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "refills_amount_index" ON "refills" USING btree ("request_amount","id");