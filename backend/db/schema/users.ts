import { languages } from '../../../app/contract/languages'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, moment, oneOf } from './columns'

/**
 * Everyone with an account. The row is also the lock of an investor's money: code that moves money of an investor takes
 * `for no key update` on it first (`backend/funds/investors.ts`).
 */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** As registered and shown; two logins that differ in case only are one. */
    login: text('login').notNull(),
    /** Confirmed by its code: it belongs to this account alone, signs in, and is what notifications are sent to. */
    email: text('email'),
    /**
     * Given and not confirmed yet. Several accounts may wait for the same address; the first that confirms it gets it.
     */
    pendingEmail: text('pending_email'),
    /** E.164, such as `+37060000000`. */
    phone: text('phone'),
    phoneConfirmedAt: moment('phone_confirmed_at'),
    /** argon2id in PHC notation; null for an account that signs in by Telegram only. */
    passwordHash: text('password_hash'),
    /** Real time at which e-mail or phone were last changed, once a phone has been confirmed; an operator's always. */
    contactsChangedAt: moment('contacts_changed_at'),
    telegramId: text('telegram_id').unique(),
    /** `auth_date` of the last sign-in by Telegram: an older one, or the same once more, opens nothing. */
    telegramAuthAt: moment('telegram_auth_at'),
    role: text('role', { enum: ['investor', 'operator'] })
      .notNull()
      .default('investor'),
    language: text('language', { enum: languages }).notNull().default('ru'),
    inviterId: text('inviter_id').references((): AnyPgColumn => users.id),
    country: text('country'),
    city: text('city'),
    instagram: text('instagram'),
    telegram: text('telegram'),
    vk: text('vk'),
    verification: text('verification', { enum: ['none', 'in_process', 'successful', 'rejected'] })
      .notNull()
      .default('none'),
    rank: text('rank', { enum: ['spark', 'chimera', 'monarch', 'goliath', 'whale'] }),
    /** What this investor's own openings were worth, in USDT. */
    ownTurnover: amount('own_turnover').notNull().default('0'),
    /** The worth of the openings of partners on all three levels, in USDT; it decides the rank. */
    turnover: amount('turnover').notNull().default('0'),
    suspendedAt: moment('suspended_at'),
    suspendedReason: text('suspended_reason'),
    registeredAt: moment('registered_at').notNull(),
    /** When the row stopped naming a person; the ledger's records of the account stay. */
    erasedAt: moment('erased_at'),
  },
  (table) => [
    uniqueIndex('users_login_unique').on(sql`lower(${table.login})`),
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    index('users_pending_email_index').on(sql`lower(${table.pendingEmail})`),
    uniqueIndex('users_phone_unique').on(table.phone),
    index('users_inviter_index').on(table.inviterId),
    check('users_role_check', oneOf(table.role, ['investor', 'operator'])),
    check('users_language_check', oneOf(table.language, languages)),
    check('users_inviter_check', sql`${table.inviterId} <> ${table.id}`),
    check('users_turnover_check', sql`${table.ownTurnover} >= 0 and ${table.turnover} >= 0`),
  ],
)

/** One account as it is stored. */
export type UserRow = typeof users.$inferSelect
