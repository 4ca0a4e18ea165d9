import { boolean, check, index, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, oneOf } from './columns'
import { users } from './users'

/** Signing in, codes, and the outcomes of keyed calls. Secrets are stored as hashes only. */

export const tokens = pgTable(
  'tokens',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the bearer in hex; the bearer itself is nowhere. */
    tokenHash: text('token_hash').notNull().unique(),
    device: text('device'),
    address: text('address'),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    /** A second factor was proved with this bearer: until when, and from which place, that counts. */
    steppedUpUntil: moment('stepped_up_until'),
    steppedUpPlace: text('stepped_up_place'),
    /** The trusted device that it was issued to, whose trust ends when somebody else ends this bearer. */
    trustedDeviceId: text('trusted_device_id'),
  },
  (table) => [index('tokens_user_index').on(table.userId)],
)

/** Places that a bearer of another place was used from, as the owner was told: once for each. */
export const usedPlaces = pgTable(
  'used_places',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The browser's family and the region of the network (`backend/auth/used-places.ts`). */
    place: text('place').notNull(),
    firstUsedAt: moment('first_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
)

export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The number that the code was sent to: a code does not confirm another one. */
    phone: text('phone').notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('phone_codes_user_index').on(table.userId, table.createdAt)],
)

/** Codes that confirm an e-mail. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The address that the code was sent to: a code does not confirm another one. */
    email: text('email').notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('email_codes_user_index').on(table.userId, table.createdAt)],
)

/** Codes that set a new password. */
export const passwordCodes = pgTable(
  'password_codes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('password_codes_user_index').on(table.userId, table.createdAt)],
)

/** Codes of a step-up, to an address or a number that the account had confirmed before. */
export const stepUpCodes = pgTable(
  'step_up_codes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The bearer that typed the password, and from where: the code is good for no other one, and nowhere else. */
    tokenId: text('token_id').notNull(),
    place: text('place').notNull(),
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('step_up_codes_user_index').on(table.userId, table.createdAt),
    check('step_up_codes_channel_check', oneOf(table.channel, ['email', 'sms'])),
  ],
)

/**
 * The first answer of each keyed call, written in the call's own transaction: the row exists exactly when its money
 * moved. A running call has no row, only a lock of its transaction, so that a kill leaves nothing behind.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** The contract's name of the call, such as `deposits.create`. */
    call: text('call').notNull(),
    /** SHA-256 of the call with its path and body in hex. */
    requestHash: text('request_hash').notNull(),
    state: text('state', { enum: ['done', 'refused'] }).notNull(),
    status: integer('status').notNull(),
    /** `json`, not `jsonb`: the first answer is given again to the letter. */
    body: json('body').$type<unknown>(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_expiry_index').on(table.expiresAt),
    check('idempotency_keys_state_check', oneOf(table.state, ['done', 'refused'])),
  ],
)

/** Answers to calls that carried an idempotency key and need none. Only who has the key can find and open one. */
export const keptAnswers = pgTable(
  'kept_answers',
  {
    /** SHA-256 of the key in hex. */
    keyHash: text('key_hash').primaryKey(),
    /** The contract's name of the call, such as `inquiries.message`. */
    call: text('call').notNull(),
    /** A hash of its request, keyed with the key. */
    request: text('request').notNull(),
    /** Status and body, sealed with the key; null while the call runs. */
    answer: text('answer'),
    /** Whether the answer is a refusal: a call that carries the key again is tried again. */
    refused: boolean('refused').notNull().default(false),
    /** Real time. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('kept_answers_expiry_index').on(table.expiresAt)],
)

/** Keys whose call is doing something slow outside any transaction, so that no lock of the database shows that it runs. */
export const idempotencyReservations = pgTable(
  'idempotency_reservations',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** Which of several tries of the call has it. */
    holder: text('holder').notNull(),
    /** Real time. A process that ended leaves its reservation until then. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_reservations_expiry_index').on(table.expiresAt),
  ],
)
