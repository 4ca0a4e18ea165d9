import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, oneOf } from './columns'
import { paymentSystems } from './settings'
import { users } from './users'

/** Data that investors provide: wallets, personal data, and the documents that prove it. */

export const maritalStatuses = ['single', 'married', 'divorced', 'widowed', 'other'] as const
export const verificationStatuses = ['in_process', 'successful', 'rejected'] as const

/** One saved wallet a payment system. */
export const wallets = pgTable(
  'wallets',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    systemId: text('system_id')
      .notNull()
      .references(() => paymentSystems.id),
    address: text('address').notNull(),
    /** Product time since which it is this address; saving the same one again changes nothing of it. */
    addedAt: moment('added_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.systemId] }),
    index('wallets_address_index').on(sql`lower(${table.address})`),
  ],
)

/** Country and city are columns of `users`. */
export const personalData = pgTable(
  'personal_data',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    fullName: text('full_name'),
    birthDate: date('birth_date', { mode: 'string' }),
    maritalStatus: text('marital_status', { enum: maritalStatuses }),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check(
      'personal_data_marital_status_check',
      sql`${table.maritalStatus} is null or ${oneOf(table.maritalStatus, maritalStatuses)}`,
    ),
  ],
)

/**
 * One row per submission. It keeps the data as submitted, also if the profile changes later, and is erased when the
 * retention of its files ends.
 */
export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: verificationStatuses }).notNull().default('in_process'),
    reason: text('reason'),
    fullName: text('full_name'),
    birthDate: date('birth_date', { mode: 'string' }),
    maritalStatus: text('marital_status', { enum: maritalStatuses }),
    /** The number is sealed; its last characters are what its owner is shown. Null once its retention has passed. */
    documentNumberSealed: text('document_number_sealed'),
    documentNumberMasked: text('document_number_masked'),
    submittedAt: moment('submitted_at').notNull(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    index('verifications_user_index').on(table.userId, table.submittedAt),
    index('verifications_waiting_index')
      .on(table.submittedAt)
      .where(sql`status = 'in_process'`),
    // The operators' list, and the search in it.
    index('verifications_submitted_index').on(table.submittedAt),
    index('verifications_status_index').on(table.status, table.submittedAt),
    index('verifications_words_index')
      .using('gin', sql`words`)
      .with({ fastupdate: 'off' }),
    check('verifications_status_check', oneOf(table.status, verificationStatuses)),
    check(
      'verifications_decided_check',
      sql`(${table.status} = 'in_process') = (${table.decidedAt} is null)`,
    ),
  ],
)

export const fileOwners = ['verification', 'application'] as const

/** Uploaded files. The bytes are encrypted in the storage; the row has their kind and their expiry. */
export const storedFiles = pgTable(
  'stored_files',
  {
    id: text('id').primaryKey(),
    owner: text('owner', { enum: fileOwners }).notNull(),
    ownerId: text('owner_id').notNull(),
    /** The form's name of it, such as `photoDocument`. */
    field: text('field').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** Its size for the quotas: the maximum while it is being received, then its size on the disk. */
    chargedBytes: integer('charged_bytes').notNull().default(0),
    /** Whose daily quota it counts against, a network or an investor; forgotten when the day is over. */
    sender: text('sender'),
    /** Real time, by which days are counted for `sender`. */
    receivedAt: moment('received_at'),
    storedAt: moment('stored_at').notNull(),
    /** From then on the retention job erases it. */
    eraseAfter: moment('erase_after').notNull(),
    erasedAt: moment('erased_at'),
  },
  (table) => [
    index('stored_files_owner_index').on(table.owner, table.ownerId),
    index('stored_files_retention_index')
      .on(table.eraseAfter)
      .where(sql`erased_at is null`),
    index('stored_files_sender_index')
      .on(table.receivedAt)
      .where(sql`sender is not null`),
    // For the sums that quotas need for each new file: of all stored files, by the index alone, and of unfinished ones.
    index('stored_files_kept_index')
      .on(table.owner, table.chargedBytes)
      .where(sql`erased_at is null`),
    index('stored_files_under_way_index')
      .on(table.chargedBytes)
      .where(sql`bytes = 0 and erased_at is null`),
    check('stored_files_owner_check', oneOf(table.owner, fileOwners)),
  ],
)
