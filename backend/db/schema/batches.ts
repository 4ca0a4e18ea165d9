import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, oneOf } from './columns'
import { paymentSystems } from './settings'
import { payments } from './transfers'
import { users } from './users'

/** Batches in which approved withdrawals leave; see `backend/operator/batches/`. */

export const batchStatuses = ['open', 'downloaded', 'paid', 'dissolved'] as const

export const paymentBatches = pgTable(
  'payment_batches',
  {
    id: text('id').primaryKey(),
    systemId: text('system_id')
      .notNull()
      .references(() => paymentSystems.id),
    status: text('status', { enum: batchStatuses }).notNull().default('open'),
    /** SHA-256 of the lines for the signer, in hexadecimal digits. */
    checksum: text('checksum').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    /** When its file was first given out. */
    downloadedAt: moment('downloaded_at'),
    /** When it was paid or dissolved. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    index('payment_batches_created_index').on(table.createdAt),
    check('payment_batches_status_check', oneOf(table.status, batchStatuses)),
    check(
      'payment_batches_closed_check',
      sql`(${table.status} in ('paid', 'dissolved')) = (${table.closedAt} is not null)`,
    ),
  ],
)

export const batchedPayments = pgTable(
  'batched_payments',
  {
    batchId: text('batch_id')
      .notNull()
      .references(() => paymentBatches.id),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Its place in the file, from 0. */
    position: integer('position').notNull(),
    /** It was not sent, and may be in another batch since then. */
    takenOutAt: moment('taken_out_at'),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.paymentId] }),
    /** A withdrawal is in one batch only, so that no two files pay it. */
    uniqueIndex('batched_payments_payment_unique')
      .on(table.paymentId)
      .where(sql`taken_out_at is null`),
  ],
)
