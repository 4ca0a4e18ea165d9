/**
 * Transfers that a network shows, and what becomes of them. Invariants: one transfer is credited once, whatever number
 * of events there are about it, in whatever order, and also where an operator credits it by hand meanwhile; it is credited
 * by itself only to a request that was open when the network first showed it; what can't be credited waits for an
 * operator.
 */
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { incomingTransfers, type transferProblems } from '../db/schema/incoming'
import { paymentSystems } from '../db/schema/settings'
import { receivingAddresses, refills } from '../db/schema/transfers'
import { cut, isCurrency } from '../domain/currencies'
import { isPositive } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { hashKey } from '../domain/transaction-hash'
import { type FundsContext } from '../funds/context'
import { keepAddress } from '../funds/receiving-addresses'
import { creditRefill } from '../funds/refills'
import { announceChange } from '../notifications/announce'
import { notify } from '../notifications/events'
import { type Sighting } from './sighting'

export type TransferRow = typeof incomingTransfers.$inferSelect
type Problem = (typeof transferProblems)[number]
type RefillRow = typeof refills.$inferSelect

/** What a sighting came to. */
export type Outcome = 'seen' | 'credited' | 'dropped' | 'waits' | 'known' | 'ignored'

/** Takes one report of a transfer, in a transaction of its own. */
export async function takeSighting(tx: Db, context: FundsContext, sighting: Sighting): Promise<Outcome> {
  // Less than the smallest unit is nothing that could be credited, or missed.
  if (isCurrency(sighting.currency) && !isPositive(cut(sighting.amount, sighting.currency))) return 'ignored'
  const row = await lockTransfer(tx, context, sighting)
  const { state, reportedAt } = sighting
  if (row.creditedAt !== null) return state === 'dropped' ? takenBack(tx, context, row) : 'known'
  if (row.closedAt !== null) return 'known'
  if (reportedAt < row.reportedAt && (state !== 'final' || row.state === 'dropped')) return 'ignored'
  if (row.problem !== null && state !== 'dropped') return 'known'
  const transfer = await update(tx, row, sighting)
  switch (state) {
    case 'seen':
      return showSeen(tx, context, transfer)
    case 'dropped':
      return drop(tx, context, transfer)
    case 'final':
      return credit(tx, context, transfer)
  }
}

/**
 * Leaves a transfer to an operator, whose report could not be taken. One that is credited, decided on or waiting already is
 * left as it is; only that the network has taken one back after its credit is somebody's case all the same.
 */
export async function leaveSighting(tx: Db, context: FundsContext, sighting: Sighting): Promise<void> {
  const row = await lockTransfer(tx, context, sighting)
  if (row.creditedAt !== null && sighting.state === 'dropped') await takenBack(tx, context, row)
  if (row.creditedAt !== null || row.closedAt !== null || row.problem !== null) return
  const transfer = sighting.reportedAt < row.reportedAt ? row : await update(tx, row, sighting)
  await setTransfer(tx, transfer, { problem: 'report_failed', waitsSince: context.now })
}

/** The row of the transfer, made if it is new, and locked: reports of one transfer are taken one after another. */
async function lockTransfer(tx: Db, context: FundsContext, sighting: Sighting): Promise<TransferRow> {
  const key = {
    addressKey: sighting.address.toLowerCase(),
    transactionKey: hashKey(sighting.transactionHash),
    output: sighting.output,
    currency: sighting.currency,
  }
  const owner = await ownerOf(tx, key.addressKey)
  const fits = owner !== null && isOf(owner, sighting)
  await tx
    .insert(incomingTransfers)
    .values({
      ...key,
      id: context.newId(),
      address: owner?.address ?? sighting.address,
      transactionHash: sighting.transactionHash,
      network: fits ? owner.network : sighting.network,
      amount: amountOf(sighting),
      confirmations: sighting.confirmations,
      required: sighting.required,
      state: 'seen',
      reportedAt: sighting.reportedAt,
      seenAt: productTimeOf(context, sighting.firstSeenAt ?? sighting.reportedAt),
      systemId: fits ? owner.systemId : null,
      userId: owner?.userId ?? null,
    })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(incomingTransfers)
    .where(
      and(
        eq(incomingTransfers.addressKey, key.addressKey),
        eq(incomingTransfers.transactionKey, key.transactionKey),
        eq(incomingTransfers.output, key.output),
        eq(incomingTransfers.currency, key.currency),
      ),
    )
    .for('update')
  return row! // inserted by this transaction or by an earlier one; rows are never deleted
}

/** A sender's clock that is ahead does not make a transfer later than it can be. */
function productTimeOf({ now, realNow }: FundsContext, at: Date): Date {
  return new Date(now.getTime() - Math.max(0, realNow.getTime() - at.getTime()))
}

const amountOf = ({ amount, currency }: Pick<Sighting, 'amount' | 'currency'>) =>
  cut(amount, isCurrency(currency) ? currency : 'ETH') // the most decimals that the ledger keeps

/** Who is paid at an address, and by what. */
async function ownerOf(tx: Db, addressKey: string) {
  const [owner] = await tx
    .select({
      address: receivingAddresses.address,
      userId: receivingAddresses.userId,
      systemId: paymentSystems.id,
      network: paymentSystems.network,
      currency: paymentSystems.currency,
    })
    .from(receivingAddresses)
    .innerJoin(paymentSystems, eq(paymentSystems.id, receivingAddresses.systemId))
    .where(eq(sql`lower(${receivingAddresses.address})`, addressKey))
  return owner ?? null
}

const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Senders write the network as the payment system does, or its id, in any case and with any signs between. */
const isOf = (
  { network, currency, systemId }: { network: string; currency: string; systemId: string },
  sighting: Pick<Sighting, 'network' | 'currency'>,
): boolean =>
  currency === sighting.currency && [folded(network), folded(systemId)].includes(folded(sighting.network))

async function update(
  tx: Db,
  row: TransferRow,
  { state, confirmations, required, reportedAt, ...sighting }: Sighting,
): Promise<TransferRow> {
  const [updated] = await tx
    .update(incomingTransfers)
    .set({
      ...{ state, amount: amountOf(sighting) },
      // Of two reports at once the later one may have come first.
      confirmations: state === 'seen' ? Math.max(confirmations, row.confirmations) : confirmations,
      required: required ?? row.required,
      reportedAt: reportedAt < row.reportedAt ? row.reportedAt : reportedAt,
    })
    .where(eq(incomingTransfers.id, row.id))
    .returning()
  return updated!
}

/** Shows it at the top-up that it pays, with its confirmations. */
async function showSeen(tx: Db, context: FundsContext, transfer: TransferRow): Promise<Outcome> {
  const [refill] = await requestsFor(tx, transfer)
  if (!refill) return 'seen'
  const { amount, confirmations, required, currency } = transfer
  const isFirst = transfer.refillId === null
  const shown = await tx
    .update(refills)
    .set({ seen: { amount, confirmations, required } })
    .where(and(eq(refills.id, refill.id), isOpen))
    .returning({ id: refills.id })
  if (shown.length === 0) return 'seen'
  await setTransfer(tx, transfer, { refillId: refill.id })
  const { id: refillId, userId } = refill
  const { now: at, newId } = context
  if (isFirst)
    await notify(tx, newId, [{ userId, at, kind: 'refill_seen', values: { refillId, amount, currency } }])
  else await announceChange(tx, userId)
  return 'seen'
}

const isOpen = inArray(refills.status, ['pending', 'timeout_expired'])

/**
 * The requests that a transfer may pay, the best one first: the one that it is shown at, then one of exactly this amount,
 * then the oldest. Its time was not over when the network first showed the transfer.
 */
function requestsFor(
  tx: Db,
  { addressKey, systemId, refillId, amount, seenAt }: TransferRow,
): Promise<RefillRow[]> {
  if (systemId === null) return Promise.resolve([])
  return tx
    .select()
    .from(refills)
    .where(
      and(
        eq(sql`lower(${refills.wallet})`, addressKey),
        eq(refills.systemId, systemId),
        isOpen,
        gt(refills.expiresAt, seenAt),
      ),
    )
    .orderBy(
      desc(sql`${refills.id} is not distinct from ${refillId}`),
      desc(sql`${refills.seen} is null`),
      desc(sql`${refills.requestAmount} = ${amount}::numeric`),
      asc(refills.createdAt),
    )
}

/** It was shown and is taken back before it was final: nothing was credited. */
async function drop(tx: Db, context: FundsContext, transfer: TransferRow): Promise<Outcome> {
  await hideSeen(tx, transfer)
  const { now, newId } = context
  if (transfer.problem !== null) await setTransfer(tx, transfer, { closedAt: now })
  if (transfer.refillId === null) return 'dropped'
  const { refillId, amount, currency } = transfer
  const [refill] = await tx.select({ userId: refills.userId }).from(refills).where(eq(refills.id, refillId))
  await notify(tx, newId, [
    { userId: refill!.userId, at: now, kind: 'refill_dropped', values: { refillId, amount, currency } }, // a foreign key
  ])
  return 'dropped'
}

/** Where several transfers were sent for one request, the one that is left is shown with its next confirmation. */
async function hideSeen(tx: Db, { refillId }: TransferRow): Promise<void> {
  if (refillId !== null) await tx.update(refills).set({ seen: null }).where(eq(refills.id, refillId))
}

/** Taken back after it was credited: money that is not there, about which an operator decides. */
async function takenBack(tx: Db, context: FundsContext, transfer: TransferRow): Promise<Outcome> {
  const { now } = context
  if (transfer.state === 'dropped') return 'known'
  await setTransfer(tx, transfer, {
    ...{ state: 'dropped', problem: 'taken_back', waitsSince: now, closedAt: null },
  })
  return 'waits'
}

/** Credits it to the first of the requests that takes it. */
async function credit(tx: Db, context: FundsContext, transfer: TransferRow): Promise<Outcome> {
  const { amount, transactionHash, userId, systemId, address } = transfer
  const byHand = await creditedByHand(tx, transfer)
  if (byHand) {
    await hideSeen(tx, transfer)
    await setTransfer(tx, transfer, { refillId: byHand.id, creditedAt: byHand.creditedAt })
    return 'known'
  }
  let problem: Problem = systemId === null ? 'other_currency' : await problemOf(tx, transfer)
  for (const { id: refillId } of await requestsFor(tx, transfer)) {
    const refusal = await refusalOf(tx, (effect) =>
      creditRefill(effect, context, { refillId, amount, transactionHash, by: 'network' }),
    )
    if (refusal === null) {
      if (transfer.refillId !== refillId) await hideSeen(tx, transfer)
      await setTransfer(tx, transfer, { refillId, creditedAt: context.now })
      return 'credited'
    }
    // A request that was decided on meanwhile leaves the transfer to the next one.
    if (refusal.code !== 'already_decided') problem = 'refused'
  }
  if (userId === null) problem = 'unknown_address'
  else await keepAddress(tx, { wallet: address, userId }, context.now)
  await hideSeen(tx, transfer)
  await setTransfer(tx, transfer, { problem, waitsSince: context.now, refillId: null })
  return 'waits'
}

/** A request of the address whose transfer this is by its hash, which an operator has credited. */
async function creditedByHand(
  tx: Db,
  { addressKey, transactionKey }: TransferRow,
): Promise<RefillRow | undefined> {
  const credited = await tx
    .select()
    .from(refills)
    .where(and(eq(sql`lower(${refills.wallet})`, addressKey), eq(refills.status, 'topped_up')))
  const isThis = (row: RefillRow) =>
    row.transactionHash !== null && hashKey(row.transactionHash) === transactionKey
  const [found] = credited.filter(isThis)
  if (!found) return undefined
  // Another output of the same transaction has been credited: this one is for an operator to look at.
  const { refillId, creditedAt } = incomingTransfers
  const others = await tx.$count(
    incomingTransfers,
    and(eq(refillId, found.id), sql`${creditedAt} is not null`),
  )
  return others === 0 ? found : undefined
}

/** Why there is no request: its time was over before, or there was none, or none any more. */
async function problemOf(tx: Db, { addressKey }: TransferRow): Promise<Problem> {
  const [newest] = await tx
    .select({ status: refills.status })
    .from(refills)
    .where(eq(sql`lower(${refills.wallet})`, addressKey))
    .orderBy(desc(refills.createdAt))
    .limit(1)
  return newest && ['pending', 'timeout_expired'].includes(newest.status) ? 'late' : 'no_request'
}

/** What the effect is refused with, undone then; null if it took place. */
async function refusalOf(tx: Db, effect: (tx: Db) => Promise<unknown>): Promise<Refusal | null> {
  try {
    await tx.transaction(effect)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function setTransfer(tx: Db, { id }: TransferRow, values: Partial<TransferRow>): Promise<void> {
  await tx.update(incomingTransfers).set(values).where(eq(incomingTransfers.id, id))
}
