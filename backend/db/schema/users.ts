import { languages } from '../../../app/contract/languages'
import { operatorRoles } from '../../../app/contract/operator-roles'
import { restReasons } from '../../../app/contract/rest-reasons'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
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
    /** What an operator may do; null for an investor. */
    operatorRole: text('operator_role', { enum: operatorRoles }),
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
    /** Product time until which new withdrawals rest, and why; both null once the owner was notified of the end. */
    withdrawalsRestUntil: moment('withdrawals_rest_until'),
    withdrawalsRestReason: text('withdrawals_rest_reason', { enum: restReasons }),
    /** Product time at which the owner said that somebody else was at the account; null once an operator lifts it. */
    frozenAt: moment('frozen_at'),
    /**
     * Product time from which a sign-in by password removes the second factors, which their owner has lost; null if an
     * operator has not decided so.
     */
    factorRemovalAt: moment('factor_removal_at'),
    /** The address that an operator has planned as the only contact, and the product time from which it is. */
    replacementEmail: text('replacement_email'),
    contactReplacementAt: moment('contact_replacement_at'),
    /** Withdrawals go to saved wallets alone; until this product time, if it is being switched off. */
    walletListOn: boolean('wallet_list_on').notNull().default(false),
    walletListEndsAt: moment('wallet_list_ends_at'),
    /** In every mail to the confirmed address, for the owner to know it by. */
    mailPhrase: text('mail_phrase'),
    /** Nobody signs in until the password is set by a code. */
    passwordResetRequired: boolean('password_reset_required').notNull().default(false),
    registeredAt: moment('registered_at').notNull(),
    /** When the row stopped naming a person; the ledger's records of the account stay. */
    erasedAt: moment('erased_at'),
  },
  (table) => [
    uniqueIndex('users_login_unique').on(sql`lower(${table.login})`),
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    // By their beginnings: what an operator types into the search of investors.
    index('users_login_search_index').on(sql`lower(${table.login}) text_pattern_ops`),
    index('users_email_search_index').on(sql`lower(${table.email}) text_pattern_ops`),
    index('users_pending_email_index').on(sql`lower(${table.pendingEmail}) text_pattern_ops`),
    index('users_phone_search_index').on(sql`${table.phone} text_pattern_ops`),
    // The list of investors, newest first, and those of them that are suspended or frozen.
    index('users_registered_index')
      .on(table.registeredAt, table.id)
      .where(sql`role = 'investor'`),
    // The list of all users, operators among them.
    index('users_all_registered_index').on(table.registeredAt, table.id),
    index('users_login_order_index').on(table.login, table.id),
    index('users_suspended_index')
      .on(table.registeredAt, table.id)
      .where(sql`suspended_at is not null`),
    index('users_frozen_index')
      .on(table.registeredAt, table.id)
      .where(sql`frozen_at is not null`),
    // Operators are few among all users, and counted whenever four eyes are.
    index('users_operators_index')
      .on(table.operatorRole)
      .where(sql`role = 'operator'`),
    uniqueIndex('users_phone_unique').on(table.phone),
    index('users_inviter_index').on(table.inviterId),
    check('users_role_check', oneOf(table.role, ['investor', 'operator'])),
    check('users_operator_role_check', oneOf(table.operatorRole, operatorRoles)),
    check(
      'users_operator_role_present_check',
      sql`(${table.role} = 'operator') = (${table.operatorRole} is not null)`,
    ),
    check('users_language_check', oneOf(table.language, languages)),
    check('users_inviter_check', sql`${table.inviterId} <> ${table.id}`),
    index('users_withdrawals_rest_index')
      .on(table.withdrawalsRestUntil)
      .where(sql`withdrawals_rest_until is not null`),
    check(
      'users_withdrawals_rest_check',
      sql`(${table.withdrawalsRestUntil} is null) = (${table.withdrawalsRestReason} is null)`,
    ),
    index('users_contact_replacement_index')
      .on(table.contactReplacementAt)
      .where(sql`contact_replacement_at is not null`),
    check(
      'users_contact_replacement_check',
      sql`(${table.contactReplacementAt} is null) = (${table.replacementEmail} is null)`,
    ),
    check('users_turnover_check', sql`${table.ownTurnover} >= 0 and ${table.turnover} >= 0`),
  ],
)

/** One account as it is stored. */
export type UserRow = typeof users.$inferSelect
