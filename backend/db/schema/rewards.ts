import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { amount, moment, oneOf } from './columns'
import { deposits } from './deposits'
import { users } from './users'

/** Rewards that a partner's deposit has caused and that are not free before its first term has run. */

export const rewardKinds = ['referral', 'matching', 'bonus'] as const
export const heldRewardStatuses = ['held', 'released', 'taken_back'] as const

/**
 * One row per reward, and one for all the matching of a deposit's first term, which grows with each accrual. The rows
 * of an investor that are `held` sum to the balance of the investor's `rewards_held` account.
 */
export const heldRewards = pgTable(
  'held_rewards',
  {
    id: text('id').primaryKey(),
    /**
     * The rewarded event, which is unique: `referral:{deposit}:{level}`, `matching:{deposit}`,
     * `rank:{investor}:{rank}`.
     */
    source: text('source').notNull().unique(),
    kind: text('kind', { enum: rewardKinds }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Whose deposit caused it. */
    partnerId: text('partner_id')
      .notNull()
      .references(() => users.id),
    depositId: text('deposit_id')
      .notNull()
      .references(() => deposits.id),
    /** Of the partner, seen from the investor. */
    level: smallint('level').notNull(),
    /** Of a bonus: the rank that was reached. */
    rank: text('rank'),
    /** In USDT. */
    amount: amount('amount').notNull(),
    createdAt: moment('created_at').notNull(),
    /** The end of the deposit's first term. */
    releasesAt: moment('releases_at').notNull(),
    status: text('status', { enum: heldRewardStatuses }).notNull().default('held'),
    settledAt: moment('settled_at'),
    /** Of a reward that was taken back: why. */
    reason: text('reason'),
  },
  (table) => [
    index('held_rewards_user_index').on(table.userId, table.status, table.releasesAt),
    index('held_rewards_deposit_index')
      .on(table.depositId)
      .where(sql`status = 'held'`),
    index('held_rewards_partner_index').on(table.partnerId, table.userId),
    check('held_rewards_kind_check', oneOf(table.kind, rewardKinds)),
    check('held_rewards_status_check', oneOf(table.status, heldRewardStatuses)),
    check('held_rewards_amount_check', sql`${table.amount} > 0`),
    check('held_rewards_settled_check', sql`(${table.status} = 'held') = (${table.settledAt} is null)`),
    check('held_rewards_reason_check', sql`(${table.status} = 'taken_back') = (${table.reason} is not null)`),
  ],
)

/** Pairs that an operator has found to be one person: the partner's deposits reward that investor no more. */
export const rewardBlocks = pgTable(
  'reward_blocks',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    partnerId: text('partner_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.partnerId] })],
)

export const traceKinds = ['device', 'document', 'network'] as const

/**
 * Evidence that two accounts belong to one person, in addition to the wallets of withdrawals. One row for each device,
 * document and network that an account was seen with; `value` is a hash that is compared for equality.
 */
export const accountTraces = pgTable(
  'account_traces',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: traceKinds }).notNull(),
    value: text('value').notNull(),
    /** How often it was seen. */
    times: integer('times').notNull().default(1),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.value] }),
    index('account_traces_value_index').on(table.kind, table.value),
    check('account_traces_kind_check', oneOf(table.kind, traceKinds)),
  ],
)
