import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { maxViews } from '~/contract/extensions/operator/views'
import { type Db } from '../db/connect'
import { lockAccount } from '../db/lock-account'
import { savedViews } from '../db/schema/operator'
import { Refusal } from '../domain/refusal'
import { type OperatorContext } from './audit'

/**
 * Views of the queues that operators have saved for themselves. They decide nothing and nobody else reads them, so that the
 * audit trail has none of it.
 */

type Views = CallOutput<typeof contract.operator.savedViews>

/** An operator's own, by name. */
export async function viewsOf(db: Db, operatorId: string): Promise<Views> {
  const items = await db
    .select({
      ...{ id: savedViews.id, queue: savedViews.queue },
      ...{ name: savedViews.name, filters: savedViews.filters },
    })
    .from(savedViews)
    .where(eq(savedViews.operatorId, operatorId))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id))
  return { items }
}

/**
 * Saves a view; one of the same name in the same queue is replaced, so that a form that is sent twice makes one.
 * @throws Refusal of the field `name` while the operator has as many as anybody may have
 */
export async function saveView(
  tx: Db,
  { newId, realNow }: Pick<OperatorContext, 'newId' | 'realNow'>,
  operatorId: string,
  view: { queue: CaseQueue; name: string; filters: string },
): Promise<void> {
  // Two that are saved at once are counted one after the other.
  await lockAccount(tx, operatorId)
  const own = eq(savedViews.operatorId, operatorId)
  const others = and(own, or(ne(savedViews.queue, view.queue), ne(savedViews.name, view.name)))
  if ((await tx.$count(savedViews, others)) >= maxViews)
    throw Refusal.ofField('name', 'too_many_views', { count: maxViews })
  await tx
    .insert(savedViews)
    .values({ id: newId(), operatorId, ...view, createdAt: realNow })
    .onConflictDoUpdate({
      target: [savedViews.operatorId, savedViews.queue, savedViews.name],
      set: { filters: view.filters },
    })
}

/** @throws Refusal not_found for a view that this operator does not have */
export async function removeView(tx: Db, operatorId: string, id: string): Promise<void> {
  const removed = await tx
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.operatorId, operatorId)))
    .returning({ id: savedViews.id })
  if (removed.length === 0) throw new Refusal('not_found')
}
