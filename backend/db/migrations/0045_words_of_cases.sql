DROP INDEX "inquiries_words_index";--> statement-breakpoint
DROP INDEX "verifications_words_index";--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(translate(coalesce("name", '') || ' ' || coalesce("message", ''), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯĄČĘĖĮŠŲŪŽ«»„“”‚‘’‹›—–…•·№', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяąčęėįšųūž                '), '[!-/:-@[-`{-~]', ' ', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(translate(coalesce("full_name", ''), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯĄČĘĖĮŠŲŪŽ«»„“”‚‘’‹›—–…•·№', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяąčęėįšųūž                '), '[!-/:-@[-`{-~]', ' ', 'g'))) STORED;--> statement-breakpoint
CREATE INDEX "inquiries_user_index" ON "inquiries" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "inquiries_phone_index" ON "inquiries" USING btree ("phone" text_pattern_ops) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX "inquiries_words_index" ON "inquiries" USING gin (words) WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "verifications_words_index" ON "verifications" USING gin (words) WITH (fastupdate=off);