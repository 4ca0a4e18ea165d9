/**
 * The audit trail of decisions (contract: `operator.audit`). Invariants: a record is written in the transaction of its
 * decision, so that neither exists without the other; the database lets no one change a record.
 */
import { and, count, eq, sql } from 'drizzle-orm'
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

/** Who decided what, newest first. */
export async function listAudit(
  db: Db,
  { timeZone }: Pick<OperatorView, 'timeZone'>,
  query: ListQuery & { actor?: string; from?: string; to?: string },
): Promise<CallOutput<typeof contract.operator.audit>> {
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
  const items = rows.map(({ record: { id, action, subjectKind, subjectId, reason, createdAt }, actor }) => ({
    id,
    actor,
    action,
    subject: subjectKind && subjectId ? { kind: subjectKind, id: subjectId } : null,
    reason,
    createdAt: createdAt.toISOString(),
  }))
  return { items, total: counted!.total, page, limit }
}
