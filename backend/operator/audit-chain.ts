/**
 * The check of the audit trail's chain (`db/migrations/*_audit_chain.sql`). Invariant: the hashes are computed here from
 * what is stored, and not by the database, whose functions whoever changed a record could have changed as well.
 */
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { type Db } from '../db/connect'
import { auditChain, auditRecords } from '../db/schema/operator'

/** The last link: kept elsewhere, it shows later that nothing was cut off or made anew since. */
export interface ChainHead {
  position: number
  hash: string
}

/** The first place that does not fit. */
export interface ChainBreak {
  /** A record was changed; a record or its link is missing; a record was never chained. */
  why: 'changed' | 'missing' | 'unchained'
  /** Null for a record without a link. */
  position: number | null
  recordId: string | null
}

export interface ChainCheck {
  /** How many records were found to fit, from the first on. */
  checked: number
  head: ChainHead | null
  broken: ChainBreak | null
}

const perRead = 1_000

/** Goes through the whole chain, up to the first break. */
export async function checkAuditChain(db: Db): Promise<ChainCheck> {
  let head: ChainHead | null = null
  for (;;) {
    const links = await linksAfter(db, head?.position ?? 0)
    for (const link of links) {
      const broken = breakAt(link, head)
      if (broken) return { checked: head?.position ?? 0, head, broken }
      head = { position: link.position, hash: link.hash }
    }
    if (links.length < perRead) break
  }
  const checked = head?.position ?? 0
  const [unchained] = await db
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .leftJoin(auditChain, eq(auditChain.recordId, auditRecords.id))
    .where(isNull(auditChain.recordId))
    .limit(1)
  if (!unchained) return { checked, head, broken: null }
  return { checked, head, broken: { why: 'unchained', position: null, recordId: unchained.id } }
}

/** Whether a head that an earlier check reported is still in the chain. */
export async function isInChain(db: Db, { position, hash }: ChainHead): Promise<boolean> {
  const link = and(eq(auditChain.position, position), eq(auditChain.hash, hash))
  return (await db.$count(auditChain, link)) > 0
}

type Link = Awaited<ReturnType<typeof linksAfter>>[number]

function linksAfter(db: Db, position: number) {
  return db
    .select({
      position: auditChain.position,
      recordId: auditChain.recordId,
      hash: auditChain.hash,
      record: auditRecords,
      // As the database writes them: the hash is over these very characters.
      before: sql<string | null>`${auditRecords.before}::text`,
      after: sql<string | null>`${auditRecords.after}::text`,
    })
    .from(auditChain)
    .leftJoin(auditRecords, eq(auditRecords.id, auditChain.recordId))
    .where(gt(auditChain.position, position))
    .orderBy(asc(auditChain.position))
    .limit(perRead)
}

function breakAt(link: Link, head: ChainHead | null): ChainBreak | null {
  const { position, recordId, hash } = link
  const expected = (head?.position ?? 0) + 1
  if (position !== expected) return { why: 'missing', position: expected, recordId: null }
  if (!link.record) return { why: 'missing', position, recordId }
  return hashOf(link, link.record, head) === hash ? null : { why: 'changed', position, recordId }
}

function hashOf(
  { position, before, after }: Link,
  record: NonNullable<Link['record']>,
  head: ChainHead | null,
): string {
  const fields = [
    head?.hash ?? null,
    String(position),
    ...[record.id, record.actorId, record.action, record.subjectKind, record.subjectId, record.reason],
    record.createdAt.toISOString(),
    ...[record.address, record.device, before, after],
  ]
  return createHash('sha256').update(fields.map(delimited).join('')).digest('hex')
}

/** With its length before it, so that no two rows of fields are written alike. */
const delimited = (field: string | null): string =>
  field === null ? '-' : `${Buffer.byteLength(field)}:${field}`
