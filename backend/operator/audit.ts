/**
 * The audit trail of decisions (contract: `operator.audit`). Invariants: a record is written in the transaction of its
 * decision, so that neither exists without the other; the database lets no one change a record, and chains it
 * (`audit-chain.ts`).
 */
import { and, count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type TokenOrigin } from '../auth/tokens'
import { type Db } from '../db/connect'
import { auditRecords } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { houseReasonsSaying, reasonText } from '../domain/house-reasons'
import { type Language } from '~/contract/languages'
import { type FundsContext } from '../funds/context'
import { changesOf, differences } from './differences'
import { type ListQuery, containing, ordering, paging, withinDays } from '../funds/pages'

/** The deciding operator, and the time of the decision by the product's clock. */
export interface Author extends Pick<FundsContext, 'now' | 'newId'> {
  /** Null: the house itself, such as a job. */
  operatorId: string | null
  /** The client of the request; absent where there is none. */
  origin?: TokenOrigin
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
  | 'transfer'
  | 'user'
  | 'operator'
  | 'invitation'
  | 'verification'
  | 'document'
  | 'resume'
  | 'inquiry'
  | 'application'
  | 'news'
  | 'mailing'
  | 'setting'
  | 'plan'
  | 'payment_system'
  | 'subscription_option'
  | 'rate'
  | 'correction'
  | 'contacts'
  | 'factors'
  | 'reward'
  | 'anomaly'
  | 'proposal'
  | 'batch'
  | 'view'

export interface Decided {
  /** The verb of the action: the record's action is `{kind}.{verb}`, such as `payment.complete`. */
  verb: string
  kind: SubjectKind
  id: string
  reason?: string
  /**
   * The subject before the decision and after it: whole, or the fields that may have changed. Only what differs is
   * recorded. No secrets, no names or contacts of people, nothing of a document's.
   */
  before?: object
  after?: object
}

/** Records the decision. Call it in the decision's own transaction. */
export async function recordAudit(
  tx: Db,
  { now, newId, operatorId, origin }: Author,
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
    address: origin?.address ?? null,
    device: origin?.device ?? null,
    ...differences(decided.before, decided.after),
  })
}

type Audit = CallOutput<typeof contract.operator.audit>

/** Who decided what, newest first. */
export async function listAudit(
  db: Db,
  { timeZone, language }: Pick<OperatorView, 'timeZone' | 'language'>,
  query: ListQuery & { actor?: string; kind?: string; from?: string; to?: string },
): Promise<Audit> {
  const { page, limit, offset } = paging(query)
  const where = and(
    query.actor === undefined ? undefined : eq(sql`lower(${users.login})`, query.actor.toLowerCase()),
    query.kind === undefined ? undefined : eq(auditRecords.subjectKind, query.kind),
    ...withinDays(auditRecords.createdAt, query, timeZone),
    saying(query.search),
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
  return { items: rows.map((row) => viewOfRecord(row, language)), total: counted!.total, page, limit }
}

/** Records with the text in what was done, to what, by whom or why: a reason of the house is found by the words it is read in. */
function saying(search: string | undefined) {
  const { action, subjectId, reason } = auditRecords
  const written = containing(search, [action, subjectId, reason, users.login])
  return written && or(written, inArray(reason, houseReasonsSaying(search!)))
}

/** The newest records about any of the subjects, for every operator: without from where they were made. */
export async function recordsAbout(
  db: Db,
  subjectIds: string[],
  { language, limit }: { language: Language; limit: number },
): Promise<Audit['items']> {
  const rows = await db
    .select({ record: auditRecords, actor: users.login })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.actorId))
    .where(inArray(auditRecords.subjectId, subjectIds))
    .orderBy(desc(auditRecords.createdAt), desc(auditRecords.id))
    .limit(limit)
  return rows.map((row) => ({ ...viewOfRecord(row, language), origin: null }))
}

interface JoinedRecord {
  record: typeof auditRecords.$inferSelect
  actor: string | null
}

function viewOfRecord({ record, actor }: JoinedRecord, language: Language): Audit['items'][number] {
  const { id, action, subjectKind, subjectId, reason, createdAt, address, device, before, after } = record
  return {
    id,
    actor,
    action,
    subject: subjectKind && subjectId ? { kind: subjectKind, id: subjectId } : null,
    reason: reason === null ? null : reasonText(reason, language),
    createdAt: createdAt.toISOString(),
    origin: address === null ? null : { address, device },
    changes: changesOf(before, after),
  }
}
