import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { type Texts, amount, moment, oneOf, percent } from './columns'
import { ledgerEntries } from './ledger'
import { plans } from './settings'
import { users } from './users'

/**
 * Money at work. Percent, days and multiplier are frozen at opening: a later change of the plan does not affect them.
 */

export const depositStatuses = ['in_progress', 'awaiting_completion', 'closed'] as const

export const deposits = pgTable(
  'deposits',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    tariff: text('tariff').notNull(),
    planTitle: jsonb('plan_title').$type<Texts>().notNull(),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    /** The plan's minimum in this currency when it was opened. */
    min: amount('min').notNull(),
    /** The worth of the amount in USDT at the opening: the partner's turnover. */
    worthUsdt: amount('worth_usdt').notNull(),
    dailyPercent: percent('daily_percent').notNull(),
    termDays: integer('term_days').notNull(),
    extensionDays: integer('extension_days').notNull(),
    extensionMultiplier: percent('extension_multiplier').notNull(),
    /** Whether inviters' rewards of its first term are held until that ends; frozen like the rest. */
    holdsRewards: boolean('holds_rewards').notNull().default(false),
    status: text('status', { enum: depositStatuses }).notNull().default('in_progress'),
    term: smallint('term').notNull().default(1),
    /** How many accruals have been booked: the k of the last one. */
    accruals: integer('accruals').notNull().default(0),
    /** Their sum in the deposit's currency, and the credited amount. */
    accrued: amount('accrued').notNull().default('0'),
    accruedUsdt: amount('accrued_usdt').notNull().default('0'),
    startedAt: moment('started_at').notNull(),
    /** When the next accrual is due; null when none will come. */
    nextAccrualAt: moment('next_accrual_at'),
    closedAt: moment('closed_at'),
  },
  (table) => [
    index('deposits_user_index').on(table.userId, table.startedAt),
    // The operators' list, in its orders and by its filter.
    index('deposits_started_index').on(table.startedAt, table.id),
    index('deposits_amount_index').on(table.amount, table.id),
    index('deposits_status_index').on(table.status, table.startedAt, table.id),
    index('deposits_due_index')
      .on(table.nextAccrualAt, table.id)
      .where(sql`next_accrual_at is not null`),
    check('deposits_status_check', oneOf(table.status, depositStatuses)),
    check('deposits_amount_check', sql`${table.amount} > 0`),
    check('deposits_term_check', sql`${table.term} in (1, 2)`),
    check('deposits_closed_check', sql`(${table.status} = 'closed') = (${table.closedAt} is not null)`),
    check(
      'deposits_next_accrual_check',
      sql`${table.nextAccrualAt} is null or ${table.status} = 'in_progress'`,
    ),
  ],
)

/** One row an accrual, the one of nothing included: the record that day `k` is done. */
export const accruals = pgTable(
  'accruals',
  {
    depositId: text('deposit_id')
      .notNull()
      .references(() => deposits.id),
    k: integer('k').notNull(),
    /** Null where the day's income cut at USDT's scale is nothing, which moves no money. */
    entryId: text('entry_id').references(() => ledgerEntries.id),
    dueAt: moment('due_at').notNull(),
    /** In the deposit's currency. */
    amount: amount('amount').notNull(),
    rate: amount('rate').notNull(),
    creditedUsdt: amount('credited_usdt').notNull(),
  },
  (table) => [primaryKey({ columns: [table.depositId, table.k] })],
)
