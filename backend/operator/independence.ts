import { and, asc, eq, gt } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { auditRecords, operatorInvitations } from '../db/schema/operator'

/**
 * Four eyes are those of two people: an admin can invite another account of their own, or give its role to one. For a week
 * after that neither approves what the other proposes, nor do two who come from the same operator so, directly or through
 * others whom that one has invited. After a week the company has had the time to see who is new.
 */

const newcomerMs = 7 * dayMs

/** Whether two operators are two people as far as invitations and changes of roles of the last week can tell. */
export async function areIndependent(
  db: Db,
  { now, operators: [one, other] }: { now: Date; operators: readonly [string, string] },
): Promise<boolean> {
  const originsOf = await readOrigins(db, new Date(now.getTime() - newcomerMs))
  const own = lineageOf(one, originsOf)
  return [...lineageOf(other, originsOf)].every((id) => !own.has(id))
}

/** An operator, and all from whom the account or its role comes. */
function lineageOf(id: string, originsOf: (id: string) => string[]): Set<string> {
  const lineage = new Set([id])
  // A set's iteration reaches what is added meanwhile.
  for (const member of lineage) for (const origin of originsOf(member)) lineage.add(origin)
  return lineage
}

/** From whom the account of an operator and its present role come, where that is younger than `since`. */
async function readOrigins(db: Db, since: Date): Promise<(id: string) => string[]> {
  const { action, actorId, createdAt, id, subjectId } = auditRecords
  // By the product's time, which the invitation itself does not have.
  const invited = await db
    .select({ id: actorId, by: operatorInvitations.invitedBy })
    .from(auditRecords)
    .innerJoin(operatorInvitations, eq(operatorInvitations.id, subjectId))
    .where(and(eq(action, 'invitation.accept'), gt(createdAt, since)))
  const changed = await db
    .select({ id: subjectId, by: actorId })
    .from(auditRecords)
    .where(and(eq(action, 'operator.change_role'), gt(createdAt, since)))
    .orderBy(asc(createdAt), asc(id))
  const inviters = new Map(invited.map((one) => [one.id, one.by]))
  // Of several changes the last one has given the present role.
  const givers = new Map(changed.map((one) => [one.id, one.by]))
  return (operatorId) => [inviters.get(operatorId), givers.get(operatorId)].flatMap((by) => by ?? [])
}
