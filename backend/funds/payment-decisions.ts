/**
 * What becomes of a withdrawal: reviewed, completed, rejected, cancelled. Invariants: its money leaves the
 * house once or goes back where it came from, never both; nobody waits for the rates to move and then takes a purchase
 * back at the old one. Of two decisions on one the second waits for the lock of the investor's money and then finds it
 * decided. Each function runs in the caller's transaction.
 */
import { and, eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { worthInUsdt } from '../domain/currencies'
import { isLess, subtract } from '../domain/decimal'
import { purchasePrice } from '../domain/exchange'
import { paymentCompleted, paymentReturned } from '../domain/postings'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from './accruals'
import { type Books } from './books'
import { type FundsContext, presentOf } from './context'
import { notify } from './notification-events'
import { type PaymentRow } from './payments'
import { freshRatesAt } from './rates'

interface Which {
  paymentId: string
  /** Where an investor asks, whose it has to be. */
  userId?: string
}

/** Takes a pending withdrawal under review. @throws Refusal not_found, already_decided */
export async function reviewPayment(tx: Db, context: FundsContext, which: Which): Promise<PaymentRow> {
  const { payment } = await openPayment(tx, context, which, ['pending'])
  return update(tx, payment, { status: 'under_review' })
}

/** Pays a withdrawal out. @throws Refusal not_found, already_decided */
export async function completePayment(
  tx: Db,
  context: FundsContext,
  which: Which & { transactionHash?: string },
): Promise<PaymentRow> {
  const { now, newId } = context
  const { payment, books } = await openPayment(tx, context, which)
  const { id: paymentId, userId, net, currency } = payment
  books.post(paymentCompleted({ userId, occurredAt: now }, payment))
  await books.write()
  await notify(tx, newId, [
    { userId, at: now, kind: 'payment_completed', values: { paymentId, net, currency } },
  ])
  const transactionHash = which.transactionHash ?? null
  return update(tx, payment, { status: 'completed', withdrawnAt: now, transactionHash })
}

/**
 * Turns a withdrawal down; all of it goes back where it came from.
 * @param which.reason what the investor is told; null: nothing but that it was turned down
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
  const { id: paymentId, userId, amount, currency } = payment
  books.post(paymentReturned({ userId, occurredAt: now }, payment))
  await books.write()
  await notify(tx, newId, [
    { userId, at: now, kind: 'payment_rejected', values: { paymentId, amount, currency, reason } },
  ])
  return update(tx, payment, { status: 'rejected', reason })
}

/**
 * The investor takes a withdrawal back while it is pending: `rejected` with that reason. Its money goes back where it
 * came from; what was bought for USDT and has become cheaper since stays as it was bought, in its own currency, and
 * `keptPurchase` says so.
 * @throws Refusal not_found, payment_not_cancellable
 */
export async function cancelPayment(
  tx: Db,
  context: FundsContext,
  which: Required<Which>,
): Promise<PaymentRow & { keptPurchase: boolean }> {
  const { now } = context
  const { payment, books } = await openPayment(tx, context, which, ['pending'], 'payment_not_cancellable')
  const keptPurchase = !(await canBeBoughtBack(tx, payment, presentOf(context)))
  books.post(
    paymentReturned({ userId: payment.userId, occurredAt: now }, payment, { keepsPurchase: keptPurchase }),
  )
  await books.write()
  return { ...(await update(tx, payment, { status: 'rejected', cancelledAt: now })), keptPurchase }
}

/**
 * Whether what was paid for the purchase is no more than it would cost now, at the same spread. Otherwise taking it back
 * would be a bet on the rates that the house pays for. Where nobody stands by the rate just now, nobody can say.
 */
async function canBeBoughtBack(tx: Db, payment: PaymentRow, now: Date): Promise<boolean> {
  const { currency, amount, fromBalance, fromUsdt, spreadPercent } = payment
  if (fromUsdt === null) return true
  const present = (await freshRatesAt(tx, now)).get(currency)
  if (present === undefined) return false
  const price = purchasePrice(present, spreadPercent ?? '0')
  return !isLess(worthInUsdt(subtract(amount, fromBalance), price), fromUsdt)
}

/** The payment in one of the states, with its owner's books open; as it is once the lock is held. */
async function openPayment(
  tx: Db,
  context: FundsContext,
  { paymentId, userId }: Which,
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
  const [payment] = await tx.select().from(payments).where(which)
  if (!payment || !states.includes(payment.status)) throw new Refusal(otherwise)
  return { payment, books }
}

async function update(tx: Db, { id }: PaymentRow, change: Partial<PaymentRow>): Promise<PaymentRow> {
  const [changed] = await tx.update(payments).set(change).where(eq(payments.id, id)).returning()
  return changed!
}
