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
import { compare, isPositive, plain } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { hashKey } from '../domain/transaction-hash'
import { type FundsContext } from '../funds/context'
import { keepAddress } from '../funds/receiving-addresses'
import { creditRefill } from '../funds/refills'
import { announceChange } from '../notifications/announce'
import { notify } from '../notifications/events'
import { firstPayments, isOfTransaction } from './payments-of'
import { type Sighting } from './sighting'

export type TransferRow = typeof incomingTransfers.$inferSelect
type Problem = (typeof transferProblems)[number]
type RefillRow = typeof refills.$inferSelect

/**
 * What a report came to. `waits`: a new case for an operator; `known`: it changes nothing about a transfer that is decided or
 * waits; `ignored`: it is older than the last one, or of less than the smallest unit.
 */
export type Outcome = 'seen' | 'credited' | 'dropped' | 'waits' | 'known' | 'ignored'

/** Takes one report of a transfer, in the caller's transaction. */
export async function takeSighting(tx: Db, context: FundsContext, sighting: Sighting): Promise<Outcome> {
  // Less than the smallest unit is nothing that could be credited, or missed.
  if (isCurrency(sighting.currency) && !isPositive(cut(sighting.amount, sighting.currency))) return 'ignored'
  const payments = await lockPayments(tx, context, sighting)
  const reported = reportedOf(payments, sighting)
  if (reported.length === 0) return addPayment(tx, context, payments[0], sighting)
  const outcomes: Outcome[] = []
  for (const payment of reported) outcomes.push(await takeReport(tx, context, payment, sighting))
  return outcomes.find((outcome) => outcome === 'waits') ?? outcomes[0]!
}

/**
 * Leaves a transfer to an operator, whose report could not be taken. What is decided on or waits already needs no other case: its
 * report is taken as ever, which credits nothing.
 */
export async function leaveSighting(tx: Db, context: FundsContext, sighting: Sighting): Promise<void> {
  const payments = await lockPayments(tx, context, sighting)
  const reported = reportedOf(payments, sighting)
  if (reported.length === 0) await addPayment(tx, context, payments[0], sighting)
  for (const payment of reported) {
    if (isDecided(payment)) {
      await takeReport(tx, context, payment, sighting)
      continue
    }
    const transfer = sighting.reportedAt < payment.reportedAt ? payment : await update(tx, payment, sighting)
    if (transfer.state === 'dropped') await hideSeen(tx, transfer)
    await setTransfer(tx, transfer, { problem: 'report_failed', waitsSince: context.now })
  }
}

/** It was credited or closed, or waits for an operator. */
const isDecided = ({ creditedAt, closedAt, problem }: TransferRow): boolean =>
  creditedAt !== null || closedAt !== null || problem !== null

/**
 * The payments of its transaction that a report is about. One that is dropped is dropped with all of them; one that is final is of
 * one amount. None: of this amount there is none yet, and the first one is decided on with another.
 */
function reportedOf(payments: Payments, sighting: Sighting): readonly TransferRow[] {
  const [first] = payments
  if (sighting.state === 'dropped') return payments
  if (sighting.state === 'seen' || !isDecided(first)) return [first]
  const same = payments.find(({ amount }) => compare(plain(amount), amountOf(sighting)) === 0)
  if (same) return [same]
  // What was only seen may become final with another amount.
  return first.state === 'seen' && first.creditedAt === null ? [first] : []
}

/**
 * Another payment of a transaction, whose sender does not number them, or a correction of the first one: nobody but an operator
 * can tell. Its key has its amount.
 */
async function addPayment(
  tx: Db,
  context: FundsContext,
  first: TransferRow,
  sighting: Sighting,
): Promise<Outcome> {
  const amount = amountOf(sighting)
  const { address, addressKey, transactionHash, output, network, currency, systemId, userId } = first
  await tx.insert(incomingTransfers).values({
    ...{ address, addressKey, transactionHash, output, network, currency, systemId, userId },
    ...{ id: context.newId(), amount, transactionKey: `${first.transactionKey} ${plain(amount)}` },
    ...{ confirmations: sighting.confirmations, required: sighting.required, state: 'final' },
    reportedAt: sighting.reportedAt,
    seenAt: productTimeOf(context, sighting.firstSeenAt ?? sighting.reportedAt),
    ...{ problem: 'differs', waitsSince: context.now },
  })
  return 'waits'
}

/** Takes a report about one payment. */
async function takeReport(
  tx: Db,
  context: FundsContext,
  row: TransferRow,
  sighting: Sighting,
): Promise<Outcome> {
  const { state, reportedAt } = sighting
  if (reportedAt < row.reportedAt && (state !== 'final' || row.state === 'dropped')) return 'ignored'
  const isOpenCase = row.problem !== null && row.closedAt === null && row.creditedAt === null
  if (state === 'dropped' && row.state === 'dropped' && !isOpenCase) {
    await setTransfer(tx, row, { reportedAt })
    return 'known'
  }
  if (row.creditedAt !== null) return takeAfterCredit(tx, context, row, sighting)
  if (row.closedAt !== null)
    return state === 'final' && row.state !== 'final' ? waitAgain(tx, context, row, sighting) : 'known'
  if (isOpenCase && state === 'seen') return 'known'
  const transfer = await update(tx, row, sighting)
  // Its case shows the network's last word.
  if (isOpenCase && state === 'final') return 'known'
  switch (state) {
    case 'seen':
      return showSeen(tx, context, transfer)
    case 'dropped':
      return drop(tx, context, transfer)
    case 'final':
      return credit(tx, context, transfer)
  }
}

/** Nothing is taken off or credited by itself any more. */
async function takeAfterCredit(
  tx: Db,
  { now }: FundsContext,
  row: TransferRow,
  { state, reportedAt }: Sighting,
): Promise<Outcome> {
  if (state === 'seen') return 'known'
  const waitsSince = row.problem !== null && row.closedAt === null ? row.waitsSince : now
  if (state === 'dropped') {
    await setTransfer(tx, row, { state, reportedAt, problem: 'taken_back', waitsSince, closedAt: null })
    return 'waits'
  }
  if (row.state !== 'dropped') {
    // An older report that it was dropped may still come.
    await setTransfer(tx, row, { state, reportedAt: newest(reportedAt, row.reportedAt) })
    return 'known'
  }
  // It is there again. An operator may have taken the money off meanwhile, also before closing the case.
  await setTransfer(tx, row, { state, reportedAt, problem: 'differs', waitsSince, closedAt: null })
  return 'waits'
}

/**
 * It left the queue before it was final, or because the network had taken it back, and is there now. What an operator has done about
 * it meanwhile nobody else knows, so it is not credited by itself.
 */
async function waitAgain(
  tx: Db,
  context: FundsContext,
  row: TransferRow,
  sighting: Sighting,
): Promise<Outcome> {
  const transfer = await update(tx, row, sighting)
  const byHand = await creditedByHand(tx, transfer)
  if (byHand) {
    const { id: refillId, creditedAt } = byHand
    await setTransfer(tx, transfer, { refillId, creditedAt, closedAt: creditedAt })
    return 'known'
  }
  await setTransfer(tx, transfer, { closedAt: null, waitsSince: context.now })
  return 'waits'
}

const newest = (one: Date, other: Date): Date => (one < other ? other : one)

/** The payments of one transaction to one address: the first that was reported, and others that differ from it by their amounts. */
type Payments = readonly [first: TransferRow, ...others: TransferRow[]]

/** They are locked, the first one before the others, and made if it is new: reports of one transaction are taken one after another. */
async function lockPayments(tx: Db, context: FundsContext, sighting: Sighting): Promise<Payments> {
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
  const rows = await tx
    .select()
    .from(incomingTransfers)
    .where(
      and(
        eq(incomingTransfers.addressKey, key.addressKey),
        isOfTransaction(key.transactionKey),
        eq(incomingTransfers.output, key.output),
        eq(incomingTransfers.currency, key.currency),
      ),
    )
    .orderBy(...firstPayments)
    .for('update')
  const [first, ...others] = rows
  return [first!, ...others] // inserted by this transaction or by an earlier one; rows are never deleted
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
      state,
      // What is dropped is a transaction with all of its payments: the amount of the report is that of one.
      ...(state !== 'dropped' && { amount: amountOf(sighting) }),
      // Of two reports at once the later one may have come first.
      confirmations: state === 'seen' ? Math.max(confirmations, row.confirmations) : confirmations,
      required: required ?? row.required,
      reportedAt: newest(reportedAt, row.reportedAt),
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

/** It was shown and is taken back before it was credited, unless an operator has credited it by hand. */
async function drop(tx: Db, context: FundsContext, transfer: TransferRow): Promise<Outcome> {
  await hideSeen(tx, transfer)
  const { now, newId } = context
  const byHand = await creditedByHand(tx, transfer)
  if (byHand) {
    const { id: refillId, creditedAt } = byHand
    const taken = { problem: 'taken_back', waitsSince: now, closedAt: null } as const
    await setTransfer(tx, transfer, { refillId, creditedAt, ...taken })
    return 'waits'
  }
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

/**
 * A request of the address whose transfer this is by its hash, which an operator has credited. None for another payment of a
 * transaction: a hash alone does not name it.
 */
async function creditedByHand(
  tx: Db,
  { addressKey, transactionKey, transactionHash }: TransferRow,
): Promise<RefillRow | undefined> {
  if (transactionKey !== hashKey(transactionHash)) return undefined
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

async function setTransfer(tx: Db, { id }: TransferRow, values: Partial<TransferRow>): Promise<TransferRow> {
  const [changed] = await tx
    .update(incomingTransfers)
    .set(values)
    .where(eq(incomingTransfers.id, id))
    .returning()
  return changed! // rows are never deleted
}
