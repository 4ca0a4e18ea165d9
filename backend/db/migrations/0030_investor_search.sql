DROP INDEX "users_pending_email_index";--> statement-breakpoint
CREATE INDEX "audit_records_subject_index" ON "audit_records" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_hash_index" ON "payments" USING btree (lower("transaction_hash")) WHERE transaction_hash is not null;--> statement-breakpoint
CREATE INDEX "refills_wallet_index" ON "refills" USING btree (lower("wallet"));--> statement-breakpoint
CREATE INDEX "refills_hash_index" ON "refills" USING btree (lower("transaction_hash")) WHERE transaction_hash is not null;--> statement-breakpoint
CREATE INDEX "users_login_search_index" ON "users" USING btree (lower("login") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_email_search_index" ON "users" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_phone_search_index" ON "users" USING btree ("phone" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_registered_index" ON "users" USING btree ("registered_at","id") WHERE role = 'investor';--> statement-breakpoint
CREATE INDEX "users_suspended_index" ON "users" USING btree ("registered_at","id") WHERE suspended_at is not null;--> statement-breakpoint
CREATE INDEX "users_frozen_index" ON "users" USING btree ("registered_at","id") WHERE frozen_at is not null;--> statement-breakpoint
CREATE INDEX "users_pending_email_index" ON "users" USING btree (lower("pending_email") text_pattern_ops);