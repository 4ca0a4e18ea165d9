import { and, desc, eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { type Db } from '../db/connect'
import { auditRecords } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type SubjectKind } from './audit'

/**
 * Guards what several operators may edit. The version of a content follows from the content itself, so it needs no
 * column, covers what other code changes too, and an edit that brings the content back brings its version back.
 */

/** @param content what an operator reads and edits, with the same order of fields each time */
export const versionOf = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(content ?? null))
    .digest('base64url')
    .slice(0, 22)

interface Edit {
  kind: SubjectKind
  id: string
  /** The version that the operator has read; undefined if the caller does not mind. */
  read: string | undefined
  /** The content before the edit and after it. */
  before: unknown
  after: unknown
  /** Edits of something else change it too, so that its own records do not say who has changed it last. */
  isDerived?: boolean
}

/**
 * Refuses an edit of a content that has changed since it was read. One that changes nothing passes: the same form sent
 * twice is one edit.
 * @throws Refusal changed_meanwhile, with who changed it and when, where the audit trail has it
 */
export async function requireUnchanged(
  db: Db,
  { kind, id, read, before, after, isDerived }: Edit,
): Promise<void> {
  if (read === undefined || read === versionOf(before) || versionOf(before) === versionOf(after)) return
  if (isDerived) throw new Refusal('changed_meanwhile')
  const [last] = await db
    .select({ by: users.login, at: auditRecords.createdAt })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.actorId))
    .where(and(eq(auditRecords.subjectKind, kind), eq(auditRecords.subjectId, id)))
    .orderBy(desc(auditRecords.createdAt))
    .limit(1)
  throw new Refusal('changed_meanwhile', {
    params: last && { ...(last.by !== null && { by: last.by }), at: last.at.toISOString() },
  })
}
