import { sql } from 'drizzle-orm'
import { type Db } from '../../backend/db/connect'
import { auditRecords } from '../../backend/db/schema/operator'
import { users } from '../../backend/db/schema/users'
import { type OperatorContext } from '../../backend/operator/audit'
import { at, firstDay, newId } from './funds'

/** The operator's part in a test: who sits at it, and what it has written down. */

/** A new operator; gives the id. */
export async function hire(db: Db, login = newId()): Promise<string> {
  const id = newId()
  await db.insert(users).values({ id, login, role: 'operator', registeredAt: firstDay })
  return id
}

/** The surroundings of a decision at a moment of the product's time. */
export const operatorContextOf = (operatorId: string, now = firstDay): OperatorContext => ({
  ...at(now),
  operatorId,
})

/** What the trail says, oldest first: `payment.reject p1 by o1: why`. */
export async function trailOf(db: Db): Promise<string[]> {
  // A test's moments are the same and its ids unsorted; rows that are only ever added lie in their order.
  const rows = await db
    .select()
    .from(auditRecords)
    .orderBy(sql`ctid`)
  return rows.map(({ action, subjectId, actorId, reason }) =>
    [`${action} ${subjectId} by ${actorId ?? 'the house'}`, reason].filter(Boolean).join(': '),
  )
}
