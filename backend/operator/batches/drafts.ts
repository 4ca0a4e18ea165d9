import { type SQL, and, asc, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { maxBatchPayments } from '~/contract/extensions/operator/batches'
import { type Db } from '../../db/connect'
import { batchedPayments } from '../../db/schema/batches'
import { paymentSystems } from '../../db/schema/settings'
import { payments } from '../../db/schema/transfers'
import { users } from '../../db/schema/users'
import { sum } from '../../domain/decimal'
import { Refusal } from '../../domain/refusal'
import { restsAt } from '../../funds/withdrawal-safety'
import { checksumOf } from './signing-files'

/** What the next batch of a payment system would have: approved withdrawals that are in none, the earliest approved first. */

type Operator = typeof contract.operator
type Draft = CallOutput<Operator['batchDraft']>
type System = typeof paymentSystems.$inferSelect

/** The drafts of all payment systems in which something waits. */
export async function listDrafts(db: Db, now: Date): Promise<CallOutput<Operator['batchDrafts']>> {
  const waiting = db.select({ id: payments.systemId }).from(payments).where(waits)
  const systems = await db
    .select()
    .from(paymentSystems)
    .where(inArray(paymentSystems.id, waiting))
    .orderBy(asc(paymentSystems.position))
  const items: Draft['draft'][] = []
  for (const system of systems) items.push((await draftOfSystem(db, system, now)).draft)
  return { items }
}

/** @throws Refusal not_found without such a payment system */
export async function draftOf(db: Db, systemId: string, now: Date): Promise<Draft> {
  const [system] = await db.select().from(paymentSystems).where(eq(paymentSystems.id, systemId))
  if (!system) throw new Refusal('not_found')
  return draftOfSystem(db, system, now)
}

async function draftOfSystem(db: Db, system: System, now: Date): Promise<Draft> {
  const rows = await waitingPayments(db, system.id, { now })
  const isFrozen = sql`${users.frozenAt} is not null`
  const [counted] = await db
    .select({
      free: sql<number>`count(*) filter (where not ${isFrozen} and not ${restsAt(now)})::int`,
      frozen: sql<number>`count(*) filter (where ${isFrozen})::int`,
      resting: sql<number>`count(*) filter (where not ${isFrozen} and ${restsAt(now)})::int`,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(and(waits, eq(payments.systemId, system.id)))
  const { id, title, currency, network } = system
  const due = rows.map(({ payment }) => payment.expectedBy.getTime())
  const payouts = rows.map(({ payment }) => ({ ...payment, amount: payment.net }))
  return {
    draft: {
      ...{ system: id, title, currency, network, count: rows.length },
      total: sum(payouts.map(({ amount }) => amount)),
      checksum: checksumOf(payouts),
      more: counted!.free - rows.length,
      ...{ frozen: counted!.frozen, resting: counted!.resting },
      dueAt: due.length === 0 ? null : new Date(Math.min(...due)).toISOString(),
    },
    payments: rows.map(({ payment, login }) => ({
      ...{ id: payment.id, owner: { id: payment.userId, login }, wallet: payment.wallet },
      ...{ amount: payment.net, status: payment.status, transactionHash: null },
      ...{ frozen: false, resting: false, takenOut: false },
    })),
  }
}

/**
 * The withdrawals of the draft.
 * @param options.lock until the transaction's end nobody decides on them
 */
export async function waitingPayments(
  db: Db,
  systemId: string,
  { now, lock = false }: { now: Date; lock?: boolean },
) {
  const rows = db
    .select({ payment: payments, login: users.login })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(and(waits, eq(payments.systemId, systemId), isNull(users.frozenAt), not(restsAt(now))))
    .orderBy(asc(payments.approvedAt), asc(payments.id))
    .limit(maxBatchPayments)
  return lock ? rows.for('no key update', { of: payments }) : rows
}

const isBatched: SQL = sql`exists (select from ${batchedPayments}
  where ${batchedPayments.paymentId} = ${payments.id} and ${batchedPayments.takenOutAt} is null)`

/** It may be paid out, and nothing pays it yet. */
const waits = and(eq(payments.status, 'under_review'), isNotNull(payments.approvedAt), sql`not ${isBatched}`)
