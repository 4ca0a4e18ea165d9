import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { amount, moment, oneOf } from './columns'
import { users } from './users'

/**
 * The double-entry ledger. The database itself enforces its invariants, here and in the migration of triggers: no
 * investor account below zero, one entry an event, entries that sum to zero per currency and never change.
 */

export const investorAccounts = ['balance', 'balance_dep', 'held', 'rewards_held'] as const
export const houseAccounts = ['outside', 'fees', 'yield', 'rewards', 'exchange', 'subscriptions'] as const

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    /** `{owner}/{kind}/{currency}` with the investor's id or `house`. */
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id),
    kind: text('kind', { enum: [...investorAccounts, ...houseAccounts] }).notNull(),
    currency: text('currency').notNull(),
    /** The sum of the account's lines, kept in the transaction that writes them. */
    balance: amount('balance').notNull().default('0'),
  },
  (table) => [
    unique('ledger_accounts_currency_unique').on(table.id, table.currency),
    index('ledger_accounts_user_index').on(table.userId),
    check('ledger_accounts_not_negative', sql`${table.userId} is null or ${table.balance} >= 0`),
    check(
      'ledger_accounts_owner_check',
      sql`(${table.userId} is not null) = (${oneOf(table.kind, investorAccounts)})`,
    ),
  ],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: text('id').primaryKey(),
    /** What happened, once: `accrual:{deposit}:{k}`, `refill:{id}`, … */
    eventId: text('event_id').notNull().unique(),
    type: text('type').notNull(),
    /** The investor that the event belongs to. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Of referral and matching: the partner that it came from. */
    sourceUserId: text('source_user_id').references(() => users.id),
    /** When it was due, in the product's time; a late job books at the due time. */
    occurredAt: moment('occurred_at').notNull(),
    referenceKind: text('reference_kind'),
    referenceId: text('reference_id'),
    /** Of a correction: why. */
    reason: text('reason'),
  },
  (table) => [
    index('ledger_entries_source_index')
      .on(table.userId, table.sourceUserId)
      .where(sql`source_user_id is not null`),
    check(
      'ledger_entries_correction_check',
      sql`${table.type} <> 'correction' or ${table.reason} is not null`,
    ),
  ],
)

export const ledgerLines = pgTable(
  'ledger_lines',
  {
    entryId: text('entry_id')
      .notNull()
      .references(() => ledgerEntries.id),
    n: smallint('n').notNull(),
    /** The order of booking. */
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    accountId: text('account_id').notNull(),
    /** The account's owner and kind, repeated so that a statement reads one table; null: the house. */
    userId: text('user_id'),
    account: text('account', { enum: [...investorAccounts, ...houseAccounts] }).notNull(),
    currency: text('currency').notNull(),
    /** Above zero: into the account. */
    amount: amount('amount').notNull(),
    balanceAfter: amount('balance_after').notNull(),
    /** The operation's type as the investor reads it: an exchange is one entry and two operations. */
    type: text('type').notNull(),
    occurredAt: moment('occurred_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.n] }),
    foreignKey({
      columns: [table.accountId, table.currency],
      foreignColumns: [ledgerAccounts.id, ledgerAccounts.currency],
    }),
    index('ledger_lines_user_index')
      .on(table.userId, table.occurredAt, table.seq)
      .where(sql`user_id is not null`),
    index('ledger_lines_account_index').on(table.accountId, table.seq),
    check('ledger_lines_amount_check', sql`${table.amount} <> 0`),
    check(
      'ledger_lines_scale_check',
      sql`${table.amount} = trunc(${table.amount}, case ${table.currency} when 'USDT' then 6 when 'BTC' then 8 when 'TRX' then 6 else 18 end)`,
    ),
    check('ledger_lines_balance_check', sql`${table.userId} is null or ${table.balanceAfter} >= 0`),
  ],
)
