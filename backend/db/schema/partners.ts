import { index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, moment } from './columns'

/**
 * The partners of each inviter on three levels, and their sums, kept up so that a list of ten thousand costs what one of a hundred
 * does. Triggers write them (migration 0052) in the transaction of the registration, the opening or the reward; a law of the
 * ledger compares them with what they are kept from, which has the references. Whoever changes the rows of an inviter holds that inviter's lock, but for
 * an account that is erased.
 */

export const partners = pgTable(
  'partners',
  {
    /** The inviter. */
    userId: text('user_id').notNull(),
    partnerId: text('partner_id').notNull(),
    /** Who has invited the partner: the inviter or, on later levels, a partner of theirs. */
    invitedBy: text('invited_by').notNull(),
    level: smallint('level').notNull(),
    /** The partner's login in lower case. */
    loginKey: text('login_key').notNull(),
    registeredAt: moment('registered_at').notNull(),
    /** What the partner's own openings were worth, in USDT. */
    turnover: amount('turnover').notNull().default('0'),
    /** The inviter's referral rewards from the partner, all rewards from the partner, and what of them is not free yet. */
    bonus: amount('bonus').notNull().default('0'),
    accruals: amount('accruals').notNull().default('0'),
    held: amount('held').notNull().default('0'),
    /** How many the partner has invited, within the three levels. */
    invited: integer('invited').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.partnerId] }),
    index('partners_partner_index').on(table.partnerId),
    index('partners_invited_by_index').on(table.userId, table.invitedBy, table.registeredAt),
    // One for each order of the list.
    uniqueIndex('partners_login_unique').on(table.userId, table.loginKey),
    index('partners_level_index').on(table.userId, table.level, table.loginKey),
    index('partners_level_registered_index').on(
      table.userId,
      table.level,
      table.registeredAt,
      table.loginKey,
    ),
    index('partners_registered_index').on(table.userId, table.registeredAt, table.loginKey),
    index('partners_turnover_index').on(table.userId, table.turnover, table.loginKey),
    index('partners_bonus_index').on(table.userId, table.bonus, table.loginKey),
    index('partners_accruals_index').on(table.userId, table.accruals, table.loginKey),
    index('partners_invited_index').on(table.userId, table.invited, table.loginKey),
  ],
)

/** The sums of `partners`: of each level of an inviter, where `invitedBy` is the inviter, and of what each partner has invited. */
export const partnerSums = pgTable(
  'partner_sums',
  {
    userId: text('user_id').notNull(),
    invitedBy: text('invited_by').notNull(),
    level: smallint('level').notNull(),
    partners: integer('partners').notNull(),
    turnover: amount('turnover').notNull(),
    bonus: amount('bonus').notNull(),
    accruals: amount('accruals').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.invitedBy, table.level] })],
)
