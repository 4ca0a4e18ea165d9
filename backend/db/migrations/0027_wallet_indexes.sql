CREATE INDEX "wallets_address_index" ON "wallets" USING btree (lower("address"));--> statement-breakpoint
CREATE INDEX "payments_wallet_index" ON "payments" USING btree (lower("wallet"));