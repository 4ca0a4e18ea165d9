import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { amount } from './columns'

/**
 * How many cases each queue has gained or lost, and what they come to: their sum is what waits. Triggers of the queues' tables
 * write a row for each statement (migration 0046), and a job adds the rows up, so that the first screen of operators reads a
 * few rows and not each open case. Nobody changes a row, so that no decision waits for another.
 */
export const waitingChanges = pgTable('waiting_changes', {
  queue: text('queue', {
    enum: ['payments', 'payouts', 'refills', 'verifications', 'inquiries', 'applications'],
  }).notNull(),
  /** Of withdrawals and top-ups. */
  currency: text('currency'),
  count: integer('count').notNull(),
  amount: amount('amount').notNull().default('0'),
})
