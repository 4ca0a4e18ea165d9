/**
 * Decisions on a withdrawal: reviewed, approved, completed, rejected, cancelled. Invariants: its money leaves the house once or
 * goes back, never both; a purchase is never reversed at an old rate after the coin has fallen, since an investor could
 * wait for that and then cancel, or ask for a rejection. Of two decisions on one the second waits for the lock of the
 * investor's money and then finds it decided. What is in a batch is decided by that batch alone. Each function runs in the
 * caller's transaction.
 */
import { and, eq } from 'drizzle-orm'
import { recordActivity } from '../activity/record'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { worthInUsdt } from '../domain/currencies'
import { type Decimal, isLess, isPositive, subtract } from '../domain/decimal'
import { purchasePrice } from '../domain/exchange'
import { paymentCompleted, paymentReturned } from '../domain/investor-postings'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from './accruals'
import { type Books } from './books'
import { refuseBatched } from './batched-payments'
import { type FundsContext, presentOf } from './context'
import { notify } from '../notifications/events'
import { type PaymentRow } from './payments'
import { freshRatesAt } from './rates'
import { refuseFrozen } from './withdrawal-safety'

interface Which {
  paymentId: string
  /** Set if an investor acts: the withdrawal must belong to them. */
  userId?: string
}

/** Set if a batch decides: the one that the withdrawal is in. */
interface InBatch {
  batchId?: string
}

/** Takes a pending withdrawal under review. @throws Refusal not_found, already_decided */
export async function reviewPayment(tx: Db, context: FundsContext, which: Which): Promise<PaymentRow> {
  const { payment } = await openPayment(tx, context, which, ['pending'])
  return update(tx, payment, { status: 'under_review' })
}

/**
 * Lets a withdrawal be paid out. It stays under review for its investor until the transfer is made.
 * @throws Refusal not_found, already_decided, withdrawals_frozen
 */
export async function approvePayment(tx: Db, context: FundsContext, which: Which): Promise<PaymentRow> {
  const { payment } = await openPayment(tx, context, which)
  if (payment.approvedAt) throw new Refusal('already_decided')
  await refuseFrozen(tx, payment.userId)
  return update(tx, payment, { status: 'under_review', approvedAt: context.now })
}

/** Pays a withdrawal out. @throws Refusal not_found, already_decided, withdrawals_frozen */
export async function completePayment(
  tx: Db,
  context: FundsContext,
  which: Which & InBatch & { transactionHash?: string },
): Promise<PaymentRow> {
  const { now, newId } = context
  const { payment, books } = await openPayment(tx, context, which)
  const { id: paymentId, userId, net, currency } = payment
  await refuseFrozen(tx, userId)
  books.post(paymentCompleted({ userId, occurredAt: now }, payment))
  await books.write()
  await notify(tx, newId, [
    { userId, at: now, kind: 'payment_completed', values: { paymentId, net, currency } },
  ])
  await recordDecision(tx, context, payment, 'withdrawal_completed')
  const transactionHash = which.transactionHash ?? null
  return update(tx, payment, { status: 'completed', withdrawnAt: now, transactionHash })
}

/**
 * Turns a withdrawal down; its money goes back by the rule of `giveBack`.
 * @param which.reason shown to the investor; null: none is given
 * @throws Refusal not_found, already_decided
 */
export async function rejectPayment(
  tx: Db,
  context: FundsContext,
  which: Which & { reason: string | null },
): Promise<PaymentRow> {
  const { reason } = which
  const { now, newId } = context
  const { payment, books } = await openPayment(tx, context, which)
  const rejected = await giveBack(tx, context, { payment, books }, { reason })
  const { id: paymentId, userId, amount, currency } = rejected
  const returned = returnedOf(rejected, rejected)
  await notify(tx, newId, [
    { userId, at: now, kind: 'payment_rejected', values: { paymentId, amount, currency, returned, reason } },
  ])
  await recordDecision(tx, context, rejected, 'withdrawal_rejected')
  return rejected
}

/** Among what was done in the investor's account, by the company. */
async function recordDecision(
  tx: Db,
  { newId, realNow: at }: FundsContext,
  { id, userId, amount, currency }: PaymentRow,
  kind: 'withdrawal_completed' | 'withdrawal_rejected',
): Promise<void> {
  const [values, reference] = [
    { amount, currency },
    { kind: 'payment', id },
  ]
  await recordActivity(tx, newId, { userId, at, kind, origin: null, values, reference })
}

/**
 * The investor takes a withdrawal back while it is pending: `rejected` with that reason. Its money goes back by the rule
 * of `giveBack`.
 * @throws Refusal not_found, payment_not_cancellable
 */
export async function cancelPayment(
  tx: Db,
  context: FundsContext,
  which: Required<Which>,
): Promise<PaymentRow> {
  const opened = await openPayment(tx, context, which, ['pending'], 'payment_not_cancellable')
  return giveBack(tx, context, opened, { cancelledAt: context.now })
}

/**
 * Ends a withdrawal whose money goes back. If nothing was bought for it, or the same purchase would cost no less now,
 * all of it goes back where it came from. Otherwise the purchase is kept on the balance of its own currency, and
 * `keptPurchase` is set.
 */
async function giveBack(
  tx: Db,
  context: FundsContext,
  { payment, books }: { payment: PaymentRow; books: Books },
  change: Pick<Partial<PaymentRow>, 'reason' | 'cancelledAt'>,
): Promise<PaymentRow> {
  const keptPurchase = keepsPurchase(payment, await freshRatesAt(tx, presentOf(context)))
  const occasion = { userId: payment.userId, occurredAt: context.now }
  books.post(paymentReturned(occasion, payment, { keepsPurchase: keptPurchase }))
  await books.write()
  return update(tx, payment, { status: 'rejected', keptPurchase, ...change })
}

/**
 * Whether the purchase is kept when the withdrawal ends at these rates: it cost more than it would now, at the same
 * spread. Reversing it would be a bet on the rates at the house's cost. Without a confirmed rate this can't be
 * determined, and the purchase is kept.
 */
export function keepsPurchase(payment: PaymentRow, freshRates: ReadonlyMap<string, Decimal>): boolean {
  const { currency, amount, fromBalance, fromUsdt, spreadPercent } = payment
  if (fromUsdt === null) return false
  const present = freshRates.get(currency)
  if (present === undefined) return true
  const price = purchasePrice(present, spreadPercent ?? '0')
  return isLess(worthInUsdt(subtract(amount, fromBalance), price), fromUsdt)
}

/** The returned amounts of a withdrawal by currency, its own currency first. */
export function returnedOf(
  { currency, amount, fromBalance, fromUsdt }: PaymentRow,
  { keptPurchase }: { keptPurchase: boolean },
): { currency: string; amount: Decimal }[] {
  if (fromUsdt === null || keptPurchase) return [{ currency, amount }]
  const both = [
    { currency, amount: fromBalance },
    { currency: 'USDT', amount: fromUsdt },
  ]
  return both.filter((one) => isPositive(one.amount))
}

/** The payment if it is in one of the states, read under the lock, with its owner's books open. */
async function openPayment(
  tx: Db,
  context: FundsContext,
  { paymentId, userId, batchId }: Which & InBatch,
  states: PaymentRow['status'][] = ['pending', 'under_review'],
  otherwise: 'already_decided' | 'payment_not_cancellable' = 'already_decided',
): Promise<{ payment: PaymentRow; books: Books }> {
  const which = and(
    eq(payments.id, paymentId),
    userId === undefined ? undefined : eq(payments.userId, userId),
  )
  const [found] = await tx.select({ userId: payments.userId }).from(payments).where(which)
  if (!found) throw new Refusal('not_found')
  const books = await openSettledBooks(tx, context, found.userId)
  // Its own lock, too: a batch takes withdrawals without their investors' locks.
  const [payment] = await tx.select().from(payments).where(which).for('no key update')
  if (!payment || !states.includes(payment.status)) throw new Refusal(otherwise)
  await refuseBatched(tx, payment.id, batchId)
  return { payment, books }
}

async function update(tx: Db, { id }: PaymentRow, change: Partial<PaymentRow>): Promise<PaymentRow> {
  const [changed] = await tx.update(payments).set(change).where(eq(payments.id, id)).returning()
  return changed!
}
