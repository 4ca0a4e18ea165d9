DROP INDEX "payments_wallet_index";--> statement-breakpoint
DROP INDEX "payments_hash_index";--> statement-breakpoint
DROP INDEX "refills_wallet_index";--> statement-breakpoint
DROP INDEX "refills_hash_index";--> statement-breakpoint
CREATE INDEX "inquiries_status_index" ON "inquiries" USING btree ("status","created_at") WHERE kind <> 'application';--> statement-breakpoint
CREATE INDEX "inquiries_kind_index" ON "inquiries" USING btree ("kind","status","created_at") WHERE kind <> 'application';--> statement-breakpoint
CREATE INDEX "inquiries_applications_index" ON "inquiries" USING btree ("status","created_at") WHERE kind = 'application';--> statement-breakpoint
CREATE INDEX "inquiries_vacancy_index" ON "inquiries" USING btree ("vacancy_id","status","created_at") WHERE kind = 'application';--> statement-breakpoint
CREATE INDEX "inquiries_email_index" ON "inquiries" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "inquiries_words_index" ON "inquiries" USING gin (to_tsvector('simple', regexp_replace(translate(coalesce("name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("message", ''), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯĄČĘĖĮŠŲŪŽ«»„“”‚‘’‹›—–…•·№', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяąčęėįšųūž                '), '[!-/:-@[-`{-~]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "verifications_submitted_index" ON "verifications" USING btree ("submitted_at");--> statement-breakpoint
CREATE INDEX "verifications_status_index" ON "verifications" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "verifications_words_index" ON "verifications" USING gin (to_tsvector('simple', regexp_replace(translate(coalesce("full_name", ''), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯĄČĘĖĮŠŲŪŽ«»„“”‚‘’‹›—–…•·№', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяąčęėįšųūž                '), '[!-/:-@[-`{-~]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "payments_created_index" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_status_index" ON "payments" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "payments_undecided_index" ON "payments" USING btree ("expected_by") WHERE status in ('pending', 'under_review') and approved_at is null;--> statement-breakpoint
CREATE INDEX "payments_payouts_index" ON "payments" USING btree ("expected_by") WHERE status = 'under_review' and approved_at is not null;--> statement-breakpoint
CREATE INDEX "refills_created_index" ON "refills" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refills_status_index" ON "refills" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "payments_wallet_index" ON "payments" USING btree (lower("wallet") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payments_hash_index" ON "payments" USING btree (lower("transaction_hash") text_pattern_ops) WHERE transaction_hash is not null;--> statement-breakpoint
CREATE INDEX "refills_wallet_index" ON "refills" USING btree (lower("wallet") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "refills_hash_index" ON "refills" USING btree (lower("transaction_hash") text_pattern_ops) WHERE transaction_hash is not null;