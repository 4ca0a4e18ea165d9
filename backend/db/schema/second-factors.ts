import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, oneOf } from './columns'
import { users } from './users'

/** Second factors, what replaces them, and the tries at them. Codes and tokens are stored as hashes only. */

export const factorKinds = ['totp', 'passkey'] as const

export const secondFactors = pgTable(
  'second_factors',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: factorKinds }).notNull(),
    name: text('name').notNull(),
    /** Of an authenticator app: its secret, sealed for the row's id. */
    secretSealed: text('secret_sealed'),
    /** The time step of the last accepted code: neither it nor an earlier one is accepted again. */
    lastStep: integer('last_step'),
    /** Of a passkey: its id in base64url, by which browsers name it. */
    credentialId: text('credential_id').unique(),
    /** Of a passkey: its COSE key in base64url. */
    publicKey: text('public_key'),
    /** Of a passkey: how often it has signed by its own count, which grows; 0 for one that does not count. */
    signCount: bigint('sign_count', { mode: 'number' }).notNull().default(0),
    /** Of a passkey: how browsers reach it, such as `internal` or `usb`. */
    transports: text('transports').array().notNull().default([]),
    createdAt: moment('created_at').notNull(),
    /** Null until a first code has shown that the owner's app has the secret; it counts from then on. */
    confirmedAt: moment('confirmed_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    index('second_factors_user_index').on(table.userId),
    check('second_factors_kind_check', oneOf(table.kind, factorKinds)),
    check(
      'second_factors_secret_check',
      sql`(${table.kind} = 'totp') = (${table.secretSealed} is not null)
        and (${table.kind} = 'passkey') = (${table.credentialId} is not null and ${table.publicKey} is not null)`,
    ),
  ],
)

/** Codes for an owner without the other factors; each is good once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** A keyed hash: whoever reads the database can't search for the codes. */
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Sign-ins that have passed the password and wait for a second factor. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    challengeHash: text('challenge_hash').notNull().unique(),
    /** SHA-256 of the stored hash of the password: with another password the challenge is void. */
    passwordMark: text('password_mark').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('factor_challenges_user_index').on(table.userId)],
)

/** What a passkey has signed before: none of it is accepted again. Kept until it would be too old anyway. */
export const usedPasskeyChallenges = pgTable('used_passkey_challenges', {
  challengeHash: text('challenge_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
})

/** Browsers that have passed a second factor and are not asked for one at their next sign-ins. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    device: text('device'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('trusted_devices_user_index')
      .on(table.userId)
      .where(sql`ended_at is null`),
  ],
)

/** Codes that were tried and were not right, by where they came from. */
export const factorTries = pgTable(
  'factor_tries',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The challenge or the bearer that it was tried with. */
    bearerId: text('bearer_id').notNull(),
    /** A /24 of IPv4 or a /48 of IPv6. */
    network: text('network').notNull(),
    triedAt: moment('tried_at').notNull(),
  },
  (table) => [index('factor_tries_user_index').on(table.userId, table.triedAt)],
)
