import { type SQL, and, eq, gt, ne, notExists, sql } from 'drizzle-orm'
import { type Db } from '../../db/connect'
import { caseAssignments } from '../../db/schema/operator'
import { isLive } from './assignments'
import { type CaseSubject, queues } from './subjects'

/**
 * The waiting case after this one in the order of its queue, else the first; null if there is no other. A case that
 * another operator has taken is passed over.
 */
export async function nextCase(
  db: Db,
  { queue, id }: CaseSubject,
  { operatorId, realNow }: { operatorId: string; realNow: Date },
): Promise<string | null> {
  const { table, order, waits, ...columns } = queues[queue]
  const assignmentOfOther = db
    .select({ one: sql`1` })
    .from(caseAssignments)
    .where(
      and(
        eq(caseAssignments.queue, queue),
        eq(caseAssignments.subjectId, columns.id),
        ne(caseAssignments.operatorId, operatorId),
        isLive(realNow),
      ),
    )
  const first = async (after: SQL | undefined): Promise<string | null> => {
    const [row] = await db
      .select({ id: columns.id })
      .from(table)
      .where(and(waits, ne(columns.id, id), notExists(assignmentOfOther), after))
      .orderBy(order, columns.id)
      .limit(1)
    return (row?.id as string | undefined) ?? null
  }
  const [here] = await db.select({ order }).from(table).where(eq(columns.id, id))
  return (here && (await first(gt(order, here.order)))) ?? (await first(undefined))
}
