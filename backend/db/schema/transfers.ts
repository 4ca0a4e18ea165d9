import { sql } from 'drizzle-orm'
import { type Anomaly } from '../../domain/anomalies'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, moment, oneOf, percent } from './columns'
import { paymentSystems, subscriptionOptions } from './settings'
import { users } from './users'

/** Money in (refills), money out (payments), and what moves inside: exchanges and subscriptions. */

export const refillStatuses = ['pending', 'topped_up', 'rejected', 'timeout_expired'] as const
export const paymentStatuses = ['pending', 'under_review', 'rejected', 'completed'] as const

export interface SeenTransfer {
  amount: string
  confirmations: number
  /** How many make it final; null if that is not known. */
  required: number | null
}

export const refills = pgTable(
  'refills',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    systemId: text('system_id')
      .notNull()
      .references(() => paymentSystems.id),
    currency: text('currency').notNull(),
    network: text('network').notNull(),
    requestAmount: amount('request_amount').notNull(),
    creditedAmount: amount('credited_amount'),
    wallet: text('wallet').notNull(),
    transactionHash: text('transaction_hash'),
    status: text('status', { enum: refillStatuses }).notNull().default('pending'),
    reason: text('reason'),
    /** The transfer that the network shows and that is not final yet: while there is one, the request does not expire. */
    seen: jsonb('seen').$type<SeenTransfer>(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    creditedAt: moment('credited_at'),
  },
  (table) => [
    index('refills_user_index').on(table.userId, table.createdAt),
    /** An operator searches for the address that was paid to, and for the transfer. */
    index('refills_wallet_index').on(sql`lower(${table.wallet}) text_pattern_ops`),
    index('refills_hash_index')
      .on(sql`lower(${table.transactionHash}) text_pattern_ops`)
      .where(sql`transaction_hash is not null`),
    // The operators' list.
    index('refills_created_index').on(table.createdAt, table.id),
    index('refills_status_index').on(table.status, table.createdAt, table.id),
    index('refills_amount_index').on(table.requestAmount, table.id),
    /** What came in lately. */
    index('refills_credited_index')
      .on(table.creditedAt)
      .where(sql`status = 'topped_up'`),
    index('refills_expiry_index')
      .on(table.expiresAt)
      .where(sql`status = 'pending'`),
    check('refills_status_check', oneOf(table.status, refillStatuses)),
    check(
      'refills_credited_check',
      sql`(${table.status} = 'topped_up') = (${table.creditedAmount} is not null and ${table.creditedAt} is not null)`,
    ),
  ],
)

/**
 * Addresses that money is received on; each belongs to one investor. A company fills the table from its own wallets;
 * the demonstration's are derived from a fixed text and have no owner.
 */
export const receivingAddresses = pgTable(
  'receiving_addresses',
  {
    id: text('id').primaryKey(),
    systemId: text('system_id')
      .notNull()
      .references(() => paymentSystems.id),
    address: text('address').notNull().unique(),
    /** The investor whose top-ups are paid to it; null: not assigned yet. */
    userId: text('user_id').references(() => users.id),
    /** When the last request that it was shown for is over. */
    restsFrom: moment('rests_from'),
    /** Since when the address is permanently that investor's: money arrived on it. */
    keptSince: moment('kept_since'),
    /** An older one of the same investor: it is shown for no new request. */
    retired: boolean('retired').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    /** A transfer names the address in a spelling of its own. */
    index('receiving_addresses_folded_index').on(sql`lower(${table.address})`),
    index('receiving_addresses_free_index')
      .on(table.systemId, table.createdAt)
      .where(sql`user_id is null`),
    index('receiving_addresses_rest_index')
      .on(table.systemId, table.restsFrom)
      .where(sql`user_id is not null and kept_since is null`),
    uniqueIndex('receiving_addresses_user_unique')
      .on(table.systemId, table.userId)
      .where(sql`not retired`),
    check(
      'receiving_addresses_user_check',
      sql`(${table.userId} is null) = (${table.restsFrom} is null) and (${table.keptSince} is null or ${table.userId} is not null)`,
    ),
  ],
)

export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    systemId: text('system_id')
      .notNull()
      .references(() => paymentSystems.id),
    currency: text('currency').notNull(),
    network: text('network').notNull(),
    wallet: text('wallet').notNull(),
    amount: amount('amount').notNull(),
    fee: amount('fee').notNull(),
    net: amount('net').notNull(),
    /** The part that came from the balance of the system's currency; the rest came from USDT. */
    fromBalance: amount('from_balance').notNull(),
    fromUsdt: amount('from_usdt'),
    /** What one of the currency was bought at, in USDT, and the spread in that; null where nothing was bought. */
    rate: amount('rate'),
    spreadPercent: percent('spread_percent'),
    transactionHash: text('transaction_hash'),
    status: text('status', { enum: paymentStatuses }).notNull().default('pending'),
    reason: text('reason'),
    /** A payment that the investor took back is `rejected` with that reason, shown in the reader's language. */
    cancelledAt: moment('cancelled_at'),
    /** Of a rejected withdrawal: its purchase was not reversed, and went to the balance of its own currency. */
    keptPurchase: boolean('kept_purchase').notNull().default(false),
    /** An operator has approved it: it may be paid out. */
    approvedAt: moment('approved_at'),
    createdAt: moment('created_at').notNull(),
    expectedBy: moment('expected_by').notNull(),
    /** Product time before which its money does not leave, because its address was new; null: it was not. */
    restsUntil: moment('rests_until'),
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [
    index('payments_user_index').on(table.userId, table.createdAt),
    /** Who else withdraws to a wallet is looked up for each withdrawal; operators search by its beginning. */
    index('payments_wallet_index').on(sql`lower(${table.wallet}) text_pattern_ops`),
    index('payments_hash_index')
      .on(sql`lower(${table.transactionHash}) text_pattern_ops`)
      .where(sql`transaction_hash is not null`),
    index('payments_open_index')
      .on(table.expectedBy)
      .where(sql`status in ('pending', 'under_review')`),
    /** The oldest open one, and the sums of all open ones by the index alone. */
    index('payments_waiting_index')
      .on(table.createdAt, table.expectedBy, table.approvedAt, table.currency, table.net)
      .where(sql`status in ('pending', 'under_review')`),
    // The operators' list: in each of its orders, and those to decide and to pay out by when they are due.
    index('payments_created_index').on(table.createdAt, table.id),
    index('payments_status_index').on(table.status, table.createdAt, table.id),
    index('payments_expected_index').on(table.expectedBy, table.id),
    index('payments_amount_index').on(table.amount, table.id),
    index('payments_undecided_index')
      .on(table.expectedBy)
      .where(sql`status in ('pending', 'under_review') and approved_at is null`),
    index('payments_payouts_index')
      .on(table.expectedBy)
      .where(sql`status = 'under_review' and approved_at is not null`),
    /** What went out lately. */
    index('payments_withdrawn_index')
      .on(table.withdrawnAt)
      .where(sql`status = 'completed'`),
    index('payments_approved_index')
      .on(table.approvedAt)
      .where(sql`status = 'under_review' and approved_at is not null`),
    check('payments_status_check', oneOf(table.status, paymentStatuses)),
    check(
      'payments_amount_check',
      sql`${table.net} > 0 and ${table.fee} >= 0 and ${table.amount} = ${table.net} + ${table.fee}`,
    ),
    check(
      'payments_kept_purchase_check',
      sql`not ${table.keptPurchase} or (${table.status} = 'rejected' and ${table.fromUsdt} is not null)`,
    ),
    check(
      'payments_withdrawn_check',
      sql`(${table.status} = 'completed') = (${table.withdrawnAt} is not null)`,
    ),
  ],
)

export const exchanges = pgTable(
  'exchanges',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    from: text('from_currency').notNull(),
    to: text('to_currency').notNull(),
    amountFrom: amount('amount_from').notNull(),
    amountTo: amount('amount_to').notNull(),
    rate: amount('rate').notNull(),
    /** By how many percent `rate` was worse than the rates of the quote. */
    spreadPercent: percent('spread_percent').notNull().default('0'),
    /** The quote that was acted on; it is replaced or forgotten soon. */
    quoteId: text('quote_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('exchanges_user_index').on(table.userId, table.createdAt)],
)

/** One row a purchase. Bought while one is active, the next begins where that one ends. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    optionId: text('option_id')
      .notNull()
      .references(() => subscriptionOptions.id),
    price: amount('price').notNull(),
    /** Whether it frees from the withdrawal fee, as was paid for; null: bought at a backend before it, and as its option says. */
    freePayments: boolean('free_payments'),
    boughtAt: moment('bought_at').notNull(),
    startedAt: moment('started_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Set once the investor has been notified of its end. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('subscriptions_user_index').on(table.userId, table.expiresAt),
    index('subscriptions_expiry_index')
      .on(table.expiresAt)
      .where(sql`ended_at is null`),
    check('subscriptions_term_check', sql`${table.expiresAt} > ${table.startedAt}`),
  ],
)

/** Withdrawals that a rule of the company's holds for an operator, with what it counted. */
export const heldPayments = pgTable(
  'held_payments',
  {
    paymentId: text('payment_id')
      .primaryKey()
      .references(() => payments.id),
    found: jsonb('found').$type<Anomaly[]>().notNull(),
    heldAt: moment('held_at').notNull(),
    /** An operator has found nothing wrong; the audit trail has who and why. */
    clearedAt: moment('cleared_at'),
  },
  (table) => [index('held_payments_held_index').on(table.heldAt)],
)
