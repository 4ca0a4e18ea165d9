import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, moment, oneOf } from './columns'
import { paymentSystems } from './settings'
import { refills } from './transfers'
import { users } from './users'

/** What payment processors report: their events as they came, and the transfers that those are about. */

export const eventSources = ['hook', 'btcpay'] as const

/**
 * Events that were received and are answered as such: what they cause happens afterwards, and again if it failed. Real
 * time, as all of these.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    source: text('source', { enum: eventSources }).notNull(),
    /** The sender's id of the event: it is taken once. */
    eventId: text('event_id').notNull(),
    body: jsonb('body').$type<unknown>().notNull(),
    receivedAt: moment('received_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null: it is done. */
    dueAt: moment('due_at'),
  },
  (table) => [
    uniqueIndex('payment_events_unique').on(table.source, table.eventId),
    index('payment_events_due_index')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('payment_events_received_index').on(table.receivedAt),
    check('payment_events_source_check', oneOf(table.source, eventSources)),
  ],
)

/**
 * Invoices of a payment processor that may still be paid: it is asked about each from time to time, since its events may be lost.
 * Real time, as it is the processor's.
 */
export const watchedInvoices = pgTable(
  'watched_invoices',
  {
    /** The processor's id of it. */
    id: text('id').primaryKey(),
    /** The top-up that it was made for. */
    refillId: text('refill_id')
      .notNull()
      .references(() => refills.id),
    createdAt: moment('created_at').notNull(),
    /** When the processor watches its address no more. */
    watchedUntil: moment('watched_until').notNull(),
    /** When it is asked about next. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [index('watched_invoices_due_index').on(table.dueAt)],
)

export const transferStates = ['seen', 'final', 'dropped'] as const

/** Why a transfer waits for an operator. */
export const transferProblems = [
  'unknown_address',
  'other_currency',
  'late',
  'no_request',
  'refused',
  'taken_back',
  /** Nothing is known but what a report says that failed until nobody tried it any more. */
  'report_failed',
  /** It is final once more: with another amount, or after it was taken back. */
  'differs',
] as const

/** Transfers that networks have shown. One transfer is one row, whatever number of events there are about it. */
export const incomingTransfers = pgTable(
  'incoming_transfers',
  {
    id: text('id').primaryKey(),
    address: text('address').notNull(),
    /** In one spelling, by which they are compared. */
    addressKey: text('address_key').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    transactionKey: text('transaction_key').notNull(),
    /** Which of the transaction's payments it is, where it makes several. */
    output: text('output').notNull().default(''),
    network: text('network').notNull(),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    confirmations: integer('confirmations').notNull(),
    /** How many make it final; null if the sender does not say. */
    required: integer('required'),
    state: text('state', { enum: transferStates }).notNull(),
    /** The sender's time of the newest report that was taken: an older one changes nothing. */
    reportedAt: moment('reported_at').notNull(),
    /** Product time, as the following: the network showed it first. */
    seenAt: moment('seen_at').notNull(),
    /** Of the address; null: it is none of ours, or another network's. */
    systemId: text('system_id').references(() => paymentSystems.id),
    /** Whose the address is. */
    userId: text('user_id').references(() => users.id),
    /** The top-up that it is shown at, or was credited to. */
    refillId: text('refill_id').references(() => refills.id),
    creditedAt: moment('credited_at'),
    /** Why an operator has to decide on it; null: nobody has to. */
    problem: text('problem', { enum: transferProblems }),
    /** What was reported, where that names no transfer: amount and hash are not known then. */
    report: text('report'),
    /** It waits for an operator since then. */
    waitsSince: moment('waits_since'),
    /** An operator has decided, or the network has taken it back before. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('incoming_transfers_unique').on(
      table.addressKey,
      table.transactionKey,
      table.output,
      table.currency,
    ),
    index('incoming_transfers_refill_index')
      .on(table.refillId)
      .where(sql`refill_id is not null`),
    index('incoming_transfers_user_index')
      .on(table.userId)
      .where(sql`user_id is not null`),
    // Those that the network shows and that have come to nothing yet.
    index('incoming_transfers_seen_index')
      .on(table.seenAt)
      .where(sql`state = 'seen' and credited_at is null and closed_at is null`),
    index('incoming_transfers_waiting_index')
      .on(table.waitsSince)
      .where(sql`waits_since is not null and closed_at is null`),
    // The operators' list of those that waited, and the search in it.
    index('incoming_transfers_problem_index')
      .on(table.waitsSince)
      .where(sql`waits_since is not null`),
    index('incoming_transfers_address_index')
      .on(sql`${table.addressKey} text_pattern_ops`)
      .where(sql`waits_since is not null`),
    index('incoming_transfers_hash_index')
      .on(sql`lower(${table.transactionHash}) text_pattern_ops`)
      .where(sql`waits_since is not null`),
    check('incoming_transfers_state_check', oneOf(table.state, transferStates)),
    check('incoming_transfers_problem_check', oneOf(table.problem, transferProblems)),
    check(
      'incoming_transfers_waiting_check',
      sql`(${table.problem} is null) = (${table.waitsSince} is null)`,
    ),
    check(
      'incoming_transfers_credited_check',
      sql`${table.creditedAt} is null or ${table.refillId} is not null`,
    ),
  ],
)
