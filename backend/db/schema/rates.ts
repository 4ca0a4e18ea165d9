import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, moment, percent } from './columns'
import { users } from './users'

/** What coins are worth. Rates keep their history: an event uses the newest at or before its due time. */

export const coins = pgTable('coins', {
  coin: text('coin').primaryKey(),
  title: text('title').notNull(),
  position: integer('position').notNull().default(0),
  /** Whether investors can hold it; other coins are only shown. */
  exchangeable: boolean('exchangeable').notNull().default(false),
})

export const rates = pgTable(
  'rates',
  {
    coin: text('coin')
      .notNull()
      .references(() => coins.coin),
    /** The time from which it applies. */
    at: moment('at').notNull(),
    /** USDT for one coin. */
    rate: amount('rate').notNull(),
    /** Until when its source confirms it; null: it was given once, at `at`. A payment must not use an old rate. */
    confirmedUntil: moment('confirmed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.coin, table.at] }),
    check('rates_positive_check', sql`${table.rate} > 0`),
  ],
)

/**
 * The rates that an investor was shown last: one row an investor. They can't be used after `expiresAt` of real time.
 */
export const rateQuotes = pgTable('rate_quotes', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  id: text('id').notNull(),
  rates: jsonb('rates').$type<Record<string, string>>().notNull(),
  spreadPercent: percent('spread_percent').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
