import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { proposals } from '../db/schema/operator'
import { users } from '../db/schema/users'

/** What waits for a second operator. */

/** Whether a proposal waits at a moment of the product's time. */
export const isOpenAt = (now: Date) => and(eq(proposals.status, 'open'), gt(proposals.expiresAt, now))

/** How many wait for a second operator. */
export const countProposals = (db: Db, now: Date): Promise<number> => db.$count(proposals, isOpenAt(now))

/** The open proposals about an investor's account itself, each with the call that it makes. */
export async function openProposalsAbout(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<{ id: string; call: string; by: string; at: string }[]> {
  const { id, call, proposedAt, subjectKind, subjectId } = proposals
  const rows = await db
    .select({ id, call, by: users.login, at: proposedAt })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposedBy))
    .where(and(inArray(subjectKind, accountKinds), eq(subjectId, userId), isOpenAt(now)))
    .orderBy(asc(proposedAt), asc(id))
  return rows.map(({ at, ...proposal }) => ({ ...proposal, at: at.toISOString() }))
}

/** Kinds of subjects that have the id of the account. */
const accountKinds = ['correction', 'contacts', 'factors']

/** The open proposals about some subjects of a kind, by the subject's id. */
export async function openProposalsOf(
  db: Db,
  { kind, ids, now }: { kind: string; ids: string[]; now: Date },
): Promise<Map<string, { id: string; by: string; at: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      ...{ id: proposals.id, subjectId: proposals.subjectId },
      ...{ by: users.login, at: proposals.proposedAt },
    })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposedBy))
    .where(and(eq(proposals.subjectKind, kind), inArray(proposals.subjectId, ids), isOpenAt(now)))
    .orderBy(asc(proposals.proposedAt))
  return new Map(rows.map(({ id, subjectId, by, at }) => [subjectId!, { id, by, at: at.toISOString() }])) // found by its id
}
