import { type SQL, and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { type Db } from '../../db/connect'
import { incomingTransfers } from '../../db/schema/incoming'
import { inquiries } from '../../db/schema/operator'
import { verifications } from '../../db/schema/people'
import { payments, refills } from '../../db/schema/transfers'
import { Refusal } from '../../domain/refusal'
import { isApplication } from '../applications'
import { type SubjectKind } from '../audit'
import { isInquiry } from '../inquiries'

/** The queues as tables: which of their entries wait or can be decided, and in which order. */

export interface CaseSubject {
  queue: CaseQueue
  id: string
}

interface Queue {
  kind: SubjectKind
  table: PgTable
  id: PgColumn
  userId: PgColumn
  /** Which entries of the table belong to the queue; all, if none is named. */
  belongs?: SQL
  /** The earliest is dealt with first. */
  order: PgColumn
  /** What waits for a decision. */
  waits: SQL
  /** What can still be decided. */
  isDecidable: SQL
}

export const queues: Record<CaseQueue, Queue> = {
  payments: {
    ...{ kind: 'payment', table: payments, id: payments.id, userId: payments.userId },
    order: payments.expectedBy,
    // An approved one waits for its transfer, not for a decision.
    waits: and(inArray(payments.status, ['pending', 'under_review']), isNull(payments.approvedAt))!,
    isDecidable: inArray(payments.status, ['pending', 'under_review']),
  },
  refills: {
    ...{ kind: 'refill', table: refills, id: refills.id, userId: refills.userId },
    order: refills.createdAt,
    waits: eq(refills.status, 'pending'),
    // Money that arrives late is credited all the same.
    isDecidable: inArray(refills.status, ['pending', 'timeout_expired']),
  },
  transfers: {
    ...{ kind: 'transfer', table: incomingTransfers, id: incomingTransfers.id },
    userId: incomingTransfers.userId,
    // Most transfers are credited by themselves, and are nobody's case.
    belongs: isNotNull(incomingTransfers.waitsSince),
    order: incomingTransfers.waitsSince,
    waits: and(isNotNull(incomingTransfers.waitsSince), isNull(incomingTransfers.closedAt))!,
    isDecidable: isNull(incomingTransfers.closedAt),
  },
  verifications: {
    ...{ kind: 'verification', table: verifications, id: verifications.id, userId: verifications.userId },
    order: verifications.submittedAt,
    waits: eq(verifications.status, 'in_process'),
    isDecidable: eq(verifications.status, 'in_process'),
  },
  inquiries: {
    ...{ kind: 'inquiry', table: inquiries, id: inquiries.id, userId: inquiries.userId },
    belongs: isInquiry,
    order: inquiries.createdAt,
    waits: and(isInquiry, eq(inquiries.status, 'open'))!,
    isDecidable: eq(inquiries.status, 'open'),
  },
  applications: {
    ...{ kind: 'application', table: inquiries, id: inquiries.id, userId: inquiries.userId },
    belongs: isApplication,
    order: inquiries.createdAt,
    waits: and(isApplication, eq(inquiries.status, 'open'))!,
    isDecidable: eq(inquiries.status, 'open'),
  },
}

export const kindOf = (queue: CaseQueue): SubjectKind => queues[queue].kind

/** Whose case it is; null if it is nobody's. @throws Refusal not_found */
export async function ownerOf(db: Db, { queue, id }: CaseSubject): Promise<string | null> {
  const { table, belongs, ...columns } = queues[queue]
  const [row] = await db
    .select({ userId: columns.userId })
    .from(table)
    .where(and(eq(columns.id, id), belongs))
  if (!row) throw new Refusal('not_found')
  return row.userId as string | null
}

/** @throws Refusal not_found, already_decided */
export async function refuseDecided(db: Db, { queue, id }: CaseSubject): Promise<void> {
  const { table, belongs, isDecidable, ...columns } = queues[queue]
  const [row] = await db
    .select({ isDecidable: sql<boolean>`${isDecidable}` })
    .from(table)
    .where(and(eq(columns.id, id), belongs))
  if (!row) throw new Refusal('not_found')
  if (!row.isDecidable) throw new Refusal('already_decided')
}

/** Until the transaction's end no other one changes the case, or writes on it. @throws Refusal not_found */
export async function lockCase(tx: Db, { queue, id }: CaseSubject): Promise<void> {
  const { table, belongs, ...columns } = queues[queue]
  const rows = await tx
    .select({ id: columns.id })
    .from(table)
    .where(and(eq(columns.id, id), belongs))
    .for('update')
  if (rows.length === 0) throw new Refusal('not_found')
}
