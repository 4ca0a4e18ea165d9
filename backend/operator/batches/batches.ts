/**
 * Batches in which approved withdrawals leave for the company's signer. Invariants: a withdrawal is in one batch only, which
 * the database holds, and is decided there alone; a file is given out only of what the checksum covers; once somebody has
 * the file, a withdrawal leaves the batch with a reason alone, and once one is paid, the wallet's file is given out no more.
 */
import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../../db/connect'
import { batchedPayments, paymentBatches } from '../../db/schema/batches'
import { paymentSystems } from '../../db/schema/settings'
import { payments } from '../../db/schema/transfers'
import { users } from '../../db/schema/users'
import { plain, sum } from '../../domain/decimal'
import { Refusal } from '../../domain/refusal'
import { type ListQuery, ordering, paging } from '../../funds/pages'
import { type PaymentRow } from '../../funds/payments'
import { type AccountRest, refuseResting, restOfPayment } from '../../funds/withdrawal-safety'
import { type OperatorContext, recordAudit } from '../audit'
import { reasonOf } from '../decisions'
import { waitingPayments } from './drafts'
import { checksumOf, tableFile, walletFile } from './signing-files'

type Operator = typeof contract.operator
export type BatchView = CallOutput<Operator['batch']>
type BatchRow = typeof paymentBatches.$inferSelect
type Status = BatchRow['status']

/** Batches, newest first. */
export async function listBatches(
  db: Db,
  { status, ...query }: ListQuery & { status?: Status },
): Promise<CallOutput<Operator['batches']>> {
  const { page, limit, offset } = paging(query)
  const where = status && eq(paymentBatches.status, status)
  const rows = await select(db)
    .where(where)
    .orderBy(...ordering(query, { createdAt: paymentBatches.createdAt }, 'createdAt', paymentBatches.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(paymentBatches).where(where)
  const ids = rows.map(({ batch }) => batch.id)
  const sums = new Map((await sumsOf(db, ids)).map(({ batchId, ...own }) => [batchId, own]))
  const items = rows.map((row) => viewOf(row, sums.get(row.batch.id)))
  return { items, total: counted!.total, page, limit }
}

/** One batch with its withdrawals. @throws Refusal not_found */
export async function batchOf(db: Db, id: string, now: Date): Promise<BatchView> {
  const [row] = await select(db).where(eq(paymentBatches.id, id))
  if (!row) throw new Refusal('not_found')
  const found = await paymentsIn(db, id)
  const isDissolved = row.batch.status === 'dissolved'
  return {
    batch: viewOf(row, (await sumsOf(db, [id]))[0]),
    payments: found
      .map(({ payment, login, frozenAt, account, takenOutAt }) => ({
        ...{ id: payment.id, owner: { id: payment.userId, login }, wallet: payment.wallet },
        ...{ amount: payment.net, status: payment.status, transactionHash: payment.transactionHash },
        frozen: frozenAt !== null,
        resting: payment.status === 'under_review' && isResting({ payment, account }, now),
        takenOut: takenOutAt !== null && !isDissolved,
      }))
      .sort((one, other) => Number(one.takenOut) - Number(other.takenOut)),
  }
}

/**
 * Makes a batch of a draft.
 * @param draft.checksum of the draft that was seen
 * @returns its id
 * @throws Refusal not_found, changed_meanwhile if the draft is another one by now, or is empty
 */
export async function createBatch(
  tx: Db,
  operator: OperatorContext,
  { system: systemId, checksum }: { system: string; checksum: string },
): Promise<string> {
  // Two that make one of the same withdrawals at once meet here.
  const [system] = await tx
    .select({ id: paymentSystems.id })
    .from(paymentSystems)
    .where(eq(paymentSystems.id, systemId))
    .for('no key update')
  if (!system) throw new Refusal('not_found')
  const rows = await waitingPayments(tx, systemId, { now: operator.now, lock: true })
  const payouts = rows.map(({ payment }) => ({ ...payment, amount: payment.net }))
  if (payouts.length === 0 || checksumOf(payouts) !== checksum) throw new Refusal('changed_meanwhile')
  const id = operator.newId()
  const createdBy = operator.operatorId! // the house itself makes none
  await tx.insert(paymentBatches).values({ id, systemId, checksum, createdBy, createdAt: operator.now })
  await tx
    .insert(batchedPayments)
    .values(payouts.map((payment, position) => ({ batchId: id, paymentId: payment.id, position })))
  const total = sum(payouts.map(({ amount }) => amount))
  const after = { system: systemId, count: payouts.length, total, checksum }
  await recordAudit(tx, operator, { verb: 'create', kind: 'batch', id, after })
  return id
}

/**
 * A file for the signer. From then on the batch can't be dissolved.
 * @throws Refusal not_found, already_decided, withdrawals_frozen, payment_resting, batch_changed
 */
export async function downloadBatch(
  tx: Db,
  operator: OperatorContext,
  { id, file }: { id: string; file: 'wallet' | 'table' },
): Promise<CallOutput<Operator['downloadBatch']>> {
  const batch = await lockBatch(tx, id)
  await lockOwners(tx, id)
  const rows = (await paymentsIn(tx, id)).filter(({ takenOutAt }) => takenOutAt === null)
  const isPaid = rows.some(({ payment }) => payment.status !== 'under_review')
  // What is paid already would be paid again.
  if (batch.status === 'dissolved' || (file === 'wallet' && isPaid)) throw new Refusal('already_decided')
  if (rows.some(({ payment, frozenAt }) => frozenAt && payment.status === 'under_review'))
    throw new Refusal('withdrawals_frozen')
  for (const { payment } of rows)
    if (payment.status === 'under_review') await refuseResting(tx, payment, operator.now)
  const payouts = rows.map(({ payment }) => ({ ...payment, amount: payment.net }))
  if (checksumOf(payouts) !== batch.checksum) throw new Refusal('batch_changed')
  if (batch.downloadedAt === null && batch.status !== 'paid')
    await change(tx, batch, { status: 'downloaded', downloadedAt: operator.now })
  const after = { file, checksum: batch.checksum }
  await recordAudit(tx, operator, { verb: 'download', kind: 'batch', id, after })
  const [system] = await tx.select().from(paymentSystems).where(eq(paymentSystems.id, batch.systemId))
  const { currency, network } = system! // the batch refers to it
  return file === 'wallet'
    ? { name: `${batch.systemId}_${batch.checksum}.csv`, text: walletFile(payouts) }
    : { name: `batch_${id}.csv`, text: tableFile({ ...batch, currency, network }, payouts) }
}

/**
 * Takes a withdrawal that was not sent out of its batch, which has another checksum then. A batch without any left is
 * dissolved; one whose others are paid is paid.
 * @throws Refusal validation of an empty reason, not_found, already_decided
 */
export async function takeOutOfBatch(
  tx: Db,
  operator: OperatorContext,
  { id, payment: paymentId, ...given }: { id: string; payment: string; reason: string },
): Promise<void> {
  const reason = reasonOf(given)
  const batch = await lockBatch(tx, id)
  const rows = (await paymentsIn(tx, id)).filter(({ takenOutAt }) => takenOutAt === null)
  const found = rows.find(({ payment }) => payment.id === paymentId)
  if (!found) throw new Refusal('not_found')
  if (found.payment.status !== 'under_review') throw new Refusal('already_decided')
  await tx
    .update(batchedPayments)
    .set({ takenOutAt: operator.now })
    .where(and(eq(batchedPayments.batchId, id), eq(batchedPayments.paymentId, paymentId)))
  const left = rows.filter(({ payment }) => payment.id !== paymentId)
  const checksum = checksumOf(left.map(({ payment }) => ({ ...payment, amount: payment.net })))
  await change(tx, batch, { checksum, ...(left.length === 0 && closed('dissolved', operator)) })
  const before = { count: rows.length, checksum: batch.checksum, payment: paymentId }
  const after = { count: left.length, checksum, payment: null }
  await recordAudit(tx, operator, { verb: 'take_out', kind: 'batch', id, reason, before, after })
  if (left.length > 0) await closeIfPaid(tx, operator, id)
}

/** Dissolves a batch whose file nobody has. @throws Refusal not_found, already_decided, batch_downloaded */
export async function dissolveBatch(tx: Db, operator: OperatorContext, id: string): Promise<void> {
  const batch = await lockBatch(tx, id)
  if (batch.status === 'downloaded') throw new Refusal('batch_downloaded')
  if (batch.status !== 'open') throw new Refusal('already_decided')
  await tx
    .update(batchedPayments)
    .set({ takenOutAt: operator.now })
    .where(and(eq(batchedPayments.batchId, id), isNull(batchedPayments.takenOutAt)))
  await change(tx, batch, closed('dissolved', operator))
  const states = { before: { status: batch.status }, after: { status: 'dissolved' } }
  await recordAudit(tx, operator, { verb: 'dissolve', kind: 'batch', id, ...states })
}

/** After a change of its withdrawals: a batch with none left to pay is paid. Its caller holds its lock. */
export async function closeIfPaid(tx: Db, operator: OperatorContext, id: string): Promise<void> {
  const [open] = await tx
    .select({ left: sql<number>`count(*) filter (where ${payments.status} = 'under_review')::int` })
    .from(batchedPayments)
    .innerJoin(payments, eq(payments.id, batchedPayments.paymentId))
    .where(and(eq(batchedPayments.batchId, id), isNull(batchedPayments.takenOutAt)))
  if (open!.left === 0) await change(tx, { id }, closed('paid', operator))
}

/** Of two changes of a batch at once the second one finds the first. @throws Refusal not_found */
export async function lockBatch(tx: Db, id: string): Promise<BatchRow> {
  const [batch] = await tx.select().from(paymentBatches).where(eq(paymentBatches.id, id)).for('no key update')
  if (!batch) throw new Refusal('not_found')
  return batch
}

/** An owner who is just closing their account comes first: after that answer no file has their withdrawal. */
async function lockOwners(tx: Db, batchId: string): Promise<void> {
  const owners = tx
    .select({ id: payments.userId })
    .from(batchedPayments)
    .innerJoin(payments, eq(payments.id, batchedPayments.paymentId))
    .where(and(eq(batchedPayments.batchId, batchId), isNull(batchedPayments.takenOutAt)))
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, owners))
    .orderBy(users.id)
    .for('share')
}

export async function change(
  tx: Db,
  { id }: Pick<BatchRow, 'id'>,
  changed: Partial<BatchRow>,
): Promise<void> {
  await tx.update(paymentBatches).set(changed).where(eq(paymentBatches.id, id))
}

const closed = (status: 'paid' | 'dissolved', { now }: OperatorContext) => ({ status, closedAt: now })

const select = (db: Db) =>
  db
    .select({ batch: paymentBatches, system: paymentSystems, createdBy: users.login })
    .from(paymentBatches)
    .innerJoin(paymentSystems, eq(paymentSystems.id, paymentBatches.systemId))
    .innerJoin(users, eq(users.id, paymentBatches.createdBy))

/** Whether the money of a withdrawal does not leave yet. */
export function isResting(
  { payment, account }: { payment: PaymentRow; account: AccountRest },
  now: Date,
): boolean {
  const rest = restOfPayment(payment, account)
  return rest !== null && rest.until > now
}

/** The withdrawals of a batch in the order of its file, also those that were taken out. */
export const paymentsIn = (db: Db, batchId: string) =>
  db
    .select({
      payment: payments,
      login: users.login,
      frozenAt: users.frozenAt,
      account: {
        withdrawalsRestUntil: users.withdrawalsRestUntil,
        withdrawalsRestReason: users.withdrawalsRestReason,
      },
      takenOutAt: batchedPayments.takenOutAt,
    })
    .from(batchedPayments)
    .innerJoin(payments, eq(payments.id, batchedPayments.paymentId))
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(batchedPayments.batchId, batchId))
    .orderBy(batchedPayments.position)

interface Sums {
  count: number
  paid: number
  total: string
}

/** What batches come to, without what was taken out of them; of dissolved ones what was in them. */
async function sumsOf(db: Db, ids: readonly string[]): Promise<(Sums & { batchId: string })[]> {
  if (ids.length === 0) return []
  const { batchId, paymentId, takenOutAt } = batchedPayments
  return db
    .select({
      batchId,
      count: count(),
      paid: sql<number>`count(*) filter (where ${payments.status} = 'completed' and ${takenOutAt} is null)`.mapWith(
        Number,
      ),
      total: sql<string>`sum(${payments.net})`,
    })
    .from(batchedPayments)
    .innerJoin(payments, eq(payments.id, paymentId))
    .innerJoin(paymentBatches, eq(paymentBatches.id, batchId))
    .where(and(inArray(batchId, [...ids]), or(isNull(takenOutAt), eq(paymentBatches.status, 'dissolved'))))
    .groupBy(batchId)
}

function viewOf(
  { batch, system, createdBy }: Awaited<ReturnType<typeof select>>[number],
  { count: size, paid, total }: Sums = { count: 0, paid: 0, total: '0' },
): BatchView['batch'] {
  const { id, status, checksum, createdAt, downloadedAt, closedAt } = batch
  return {
    ...{ id, system: system.id, title: system.title, currency: system.currency, network: system.network },
    ...{ status, checksum, createdBy, count: size, paid, total: plain(total) },
    createdAt: createdAt.toISOString(),
    downloadedAt: downloadedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  }
}
