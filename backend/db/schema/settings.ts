import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type Texts, amount, moment, oneOf, percent } from './columns'

/** The company's terms: settings, plans, payment systems, subscription options. */

/** The values of `GET /settings/{key}`. Texts for readers are objects `{ru, en}`. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const plans = pgTable(
  'plans',
  {
    id: text('id').primaryKey(),
    tariff: text('tariff').notNull(),
    title: jsonb('title').$type<Texts>().notNull(),
    position: integer('position').notNull().default(0),
    currencies: text('currencies').array().notNull(),
    /** Bounds in USDT; those of another currency follow from its rate. */
    min: amount('min').notNull(),
    max: amount('max'),
    dailyPercent: percent('daily_percent').notNull(),
    termDays: integer('term_days').notNull(),
    extensionDays: integer('extension_days').notNull(),
    extensionMultiplier: percent('extension_multiplier').notNull(),
    available: boolean('available').notNull().default(true),
  },
  (table) => [
    check(
      'plans_bounds_check',
      sql`${table.min} > 0 and (${table.max} is null or ${table.max} >= ${table.min})`,
    ),
    check(
      'plans_term_check',
      sql`${table.termDays} > 0 and ${table.extensionDays} >= 0 and ${table.dailyPercent} > 0 and ${table.extensionMultiplier} > 0`,
    ),
  ],
)

/** The networks' families: how an address is made, checked and turned into a payment link. */
export const networkFamilies = ['tron', 'bitcoin', 'ethereum'] as const

export const paymentSystems = pgTable(
  'payment_systems',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    position: integer('position').notNull().default(0),
    currency: text('currency').notNull(),
    network: text('network').notNull(),
    family: text('family', { enum: networkFamilies }).notNull(),
    /** The contract of a token on its network, where the currency is not the network's own. */
    tokenContract: text('token_contract'),
    explorer: text('explorer'),
    refillEnabled: boolean('refill_enabled').notNull().default(true),
    /** Minimums are in USD: the amount in the currency follows from its rate, rounded up. */
    refillMinUsd: amount('refill_min_usd').notNull(),
    refillMax: amount('refill_max'),
    refillTimeoutMinutes: integer('refill_timeout_minutes').notNull().default(60),
    paymentEnabled: boolean('payment_enabled').notNull().default(true),
    paymentMinUsd: amount('payment_min_usd').notNull(),
    paymentMax: amount('payment_max'),
    /** In the currency of the system, taken out of the amount. */
    paymentFee: amount('payment_fee').notNull(),
    paymentHours: integer('payment_hours').notNull().default(96),
    paymentRequires: text('payment_requires', { enum: ['refill', 'deposit', 'verification'] })
      .array()
      .notNull(),
  },
  (table) => [check('payment_systems_family_check', oneOf(table.family, networkFamilies))],
)

export const subscriptionOptions = pgTable('subscription_options', {
  id: text('id').primaryKey(),
  title: jsonb('title').$type<Texts>().notNull(),
  position: integer('position').notNull().default(0),
  days: integer('days').notNull(),
  /** In USDT. */
  price: amount('price').notNull(),
  benefits: jsonb('benefits').$type<Texts[]>().notNull(),
  /** No withdrawal fee while it is active. */
  freePayments: boolean('free_payments').notNull().default(true),
  available: boolean('available').notNull().default(true),
})
