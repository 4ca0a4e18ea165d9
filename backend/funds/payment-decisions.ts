/**
 * What becomes of a withdrawal: reviewed, completed, rejected, cancelled. What must stay true: its money leaves the
 * house once or goes back where it came from, never both. Of two decisions on one the second waits for the lock of the
 * investor's money and then finds it decided. Each function runs in the caller's transaction.
 */
import { and, eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { paymentCompleted, paymentReturned } from '../domain/postings'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from './accruals'
import { type Books } from './books'
import { type FundsContext } from './context'
import { notify } from './notices'
import { type PaymentRow } from './payments'

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
 * The investor takes a withdrawal back while it is pending: `rejected` with that reason.
 * @throws Refusal not_found, payment_not_cancellable
 */
export async function cancelPayment(
  tx: Db,
  context: FundsContext,
  which: Required<Which>,
): Promise<PaymentRow> {
  const { now } = context
  const { payment, books } = await openPayment(tx, context, which, ['pending'], 'payment_not_cancellable')
  books.post(paymentReturned({ userId: payment.userId, occurredAt: now }, payment))
  await books.write()
  return update(tx, payment, { status: 'rejected', cancelledAt: now })
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
