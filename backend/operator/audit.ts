/**
 * The audit trail of decisions (contract: `operator.audit`). Invariants: a record is written in the transaction of its
 * decision, so that neither exists without the other; the database lets no one change a record.
 */
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { auditRecords } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { type Language } from '~/contract/languages'
import { type FundsContext } from '../funds/context'
import { type ListQuery, containing, ordering, paging, withinDays } from '../funds/pages'

/** The deciding operator, and the time of the decision by the product's clock. */
export interface Author extends Pick<FundsContext, 'now' | 'newId'> {
  /** Null: the house itself, such as a job. */
  operatorId: string | null
}

/** An operator at work: the surroundings of a decision, and who makes it. */
export type OperatorContext = FundsContext & Author

/** How an operator reads lists. */
export interface OperatorView {
  /** The product's time. */
  now: Date
  language: Language
  /** IANA name of the zone whose days `from` and `to` are. */
  timeZone: string
}

export type SubjectKind =
  | 'payment'
  | 'refill'
  | 'user'
  | 'verification'
  | 'document'
  | 'inquiry'
  | 'news'
  | 'mailing'
  | 'setting'
  | 'plan'
  | 'payment_system'
  | 'subscription_option'
  | 'rate'
  | 'correction'
  | 'reward'
  | 'anomaly'

export interface Decided {
  /** The verb of the action: the record's action is `{kind}.{verb}`, such as `payment.complete`. */
  verb: string
  kind: SubjectKind
  id: string
  reason?: string
}

/** Records the decision. Call it in the decision's own transaction. */
export async function recordAudit(
  tx: Db,
  { now, newId, operatorId }: Author,
  decided: Decided,
): Promise<void> {
  const { verb, kind, id, reason } = decided
  await tx.insert(auditRecords).values({
    id: newId(),
    actorId: operatorId,
    action: `${kind}.${verb}`,
    subjectKind: kind,
    subjectId: id,
    reason: reason ?? null,
    createdAt: now,
  })
}

type Audit = CallOutput<typeof contract.operator.audit>

/** Who decided what, newest first. */
export async function listAudit(
  db: Db,
  { timeZone }: Pick<OperatorView, 'timeZone'>,
  query: ListQuery & { actor?: string; from?: string; to?: string },
): Promise<Audit> {
  const { page, limit, offset } = paging(query)
  const where = and(
    query.actor === undefined ? undefined : eq(sql`lower(${users.login})`, query.actor.toLowerCase()),
    ...withinDays(auditRecords.createdAt, query, timeZone),
    containing(query.search, [auditRecords.action, auditRecords.subjectId, auditRecords.reason, users.login]),
  )
  const rows = await db
    .select({ record: auditRecords, actor: users.login })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.actorId))
    .where(where)
    .orderBy(...ordering(query, { createdAt: auditRecords.createdAt }, 'createdAt', auditRecords.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.actorId))
    .where(where)
  return { items: rows.map(viewOfRecord), total: counted!.total, page, limit }
}

/** The newest records about any of the subjects. */
export async function recordsAbout(db: Db, subjectIds: string[], limit: number): Promise<Audit['items']> {
  const rows = await db
    .select({ record: auditRecords, actor: users.login })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.actorId))
    .where(inArray(auditRecords.subjectId, subjectIds))
    .orderBy(desc(auditRecords.createdAt), desc(auditRecords.id))
    .limit(limit)
  return rows.map(viewOfRecord)
}

function viewOfRecord({
  record: { id, action, subjectKind, subjectId, reason, createdAt },
  actor,
}: {
  record: typeof auditRecords.$inferSelect
  actor: string | null
}): Audit['items'][number] {
  return {
    id,
    actor,
    action,
    subject: subjectKind && subjectId ? { kind: subjectKind, id: subjectId } : null,
    reason,
    createdAt: createdAt.toISOString(),
  }
}
