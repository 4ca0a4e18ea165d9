ALTER TABLE "rates" ADD COLUMN "confirmed_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "rate_quotes_expiry_index" ON "rate_quotes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "exchanges_quote_index" ON "exchanges" USING btree ("quote_id");