import { and, eq } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { type Decimal } from '../domain/decimal'
import { type Language } from '~/contract/languages'
import { type Owned, withinDays } from '../funds/pages'
import {
  completePayment,
  keepsPurchase,
  rejectPayment,
  returnedOf,
  reviewPayment,
} from '../funds/payment-decisions'
import { type PaymentQuery, pageOfPayments, paymentView } from '../funds/payment-list'
import { type PaymentRow } from '../funds/payments'
import { freshRatesAt } from '../funds/rates'
import { type OperatorContext, type OperatorView, recordAudit } from './audit'
import { type DecisionInput, oneOfDecisions, reasonOf, transactionHashOf } from './decisions'

/** Withdrawals of all investors, and the decisions on them. */

type OwnedPayment = CallOutput<typeof contract.operator.payments>['items'][number]

/** Withdrawals, newest first; a search looks for the owner's login too. */
export async function listAllPayments(
  db: Db,
  { language, timeZone, now }: OperatorView,
  query: PaymentQuery & { from?: string; to?: string },
): Promise<CallOutput<typeof contract.operator.payments>> {
  const where = and(...withinDays(payments.createdAt, query, timeZone))
  const found = await pageOfPayments(db, { where, searched: [users.login] }, query)
  const rates = await freshRatesAt(db, now)
  return { ...found, items: found.items.map((one) => ownedView(one, language, rates)) }
}

/** One withdrawal as the operator shows it. The caller knows that it exists. */
export async function ownedPayment(
  db: Db,
  id: string,
  { language, now }: Pick<OperatorView, 'language' | 'now'>,
): Promise<OwnedPayment> {
  const { items } = await pageOfPayments(db, { where: eq(payments.id, id) }, {})
  return ownedView(items[0]!, language, await freshRatesAt(db, now))
}

const ownedView = (
  { row, owner }: Owned<PaymentRow>,
  language: Language,
  freshRates: ReadonlyMap<string, Decimal>,
): OwnedPayment => ({
  ...paymentView(row, language, 'operator'),
  owner,
  ...((row.status === 'pending' || row.status === 'under_review') && {
    rejectionReturns: returnedOf(row, { keptPurchase: keepsPurchase(row, freshRates) }),
  }),
})

/**
 * Reviews, completes (with the hash of the transfer) or rejects (with a reason for the investor).
 * @throws Refusal validation, not_found, already_decided
 */
export async function decidePayment(
  tx: Db,
  operator: OperatorContext,
  decision: DecisionInput,
): Promise<void> {
  const paymentId = decision.id
  const verb = oneOfDecisions(decision, ['review', 'complete', 'reject'])
  const subject = { verb, kind: 'payment', id: paymentId } as const
  switch (verb) {
    case 'review':
      await reviewPayment(tx, operator, { paymentId })
      return recordAudit(tx, operator, subject)
    case 'complete':
      await completePayment(tx, operator, { paymentId, transactionHash: transactionHashOf(decision) })
      return recordAudit(tx, operator, subject)
    case 'reject': {
      const reason = reasonOf(decision)
      await rejectPayment(tx, operator, { paymentId, reason })
      return recordAudit(tx, operator, { ...subject, reason })
    }
  }
}
