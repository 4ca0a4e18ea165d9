import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { maxViews } from '~/contract/extensions/operator/views'
import { type Db } from '../db/connect'
import { lockAccount } from '../db/lock-account'
import { savedViews } from '../db/schema/operator'
import { Refusal } from '../domain/refusal'
import { type OperatorContext, recordAudit } from './audit'

/**
 * Views of the queues that operators have saved for themselves. Invariant: the audit trail has which view was saved or removed
 * and of which queue, and neither its name nor its filters. Those may name a person, and are erased with the account, while a
 * record is never changed.
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
  operator: OperatorContext,
  operatorId: string,
  view: { queue: CaseQueue; name: string; filters: string },
): Promise<void> {
  // Two that are saved at once are counted one after the other.
  await lockAccount(tx, operatorId)
  const own = eq(savedViews.operatorId, operatorId)
  const others = and(own, or(ne(savedViews.queue, view.queue), ne(savedViews.name, view.name)))
  if ((await tx.$count(savedViews, others)) >= maxViews)
    throw Refusal.ofField('name', 'too_many_views', { count: maxViews })
  const [saved] = await tx
    .insert(savedViews)
    .values({ id: operator.newId(), operatorId, ...view, createdAt: operator.realNow })
    .onConflictDoUpdate({
      target: [savedViews.operatorId, savedViews.queue, savedViews.name],
      set: { filters: view.filters },
      setWhere: ne(savedViews.filters, view.filters),
    })
    .returning({ id: savedViews.id })
  // The same view, sent twice, was saved once.
  if (!saved) return
  await recordAudit(tx, operator, { verb: 'save', kind: 'view', id: saved.id, after: { queue: view.queue } })
}

/** @throws Refusal not_found for a view that this operator does not have */
export async function removeView(
  tx: Db,
  operator: OperatorContext,
  operatorId: string,
  id: string,
): Promise<void> {
  const [removed] = await tx
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.operatorId, operatorId)))
    .returning({ queue: savedViews.queue })
  if (!removed) throw new Refusal('not_found')
  await recordAudit(tx, operator, { verb: 'remove', kind: 'view', id, before: removed })
}
