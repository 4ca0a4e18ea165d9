import { and, eq } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { type Language } from '../funds/context'
import { type Owned, withinDays } from '../funds/pages'
import { completePayment, rejectPayment, reviewPayment } from '../funds/payment-decisions'
import { type PaymentQuery, pageOfPayments, paymentView } from '../funds/payment-list'
import { type PaymentRow } from '../funds/payments'
import { type OperatorContext, type OperatorView, recordAudit } from './audit'
import { type DecisionInput, oneOfDecisions, reasonOf, transactionHashOf } from './decisions'

/** Withdrawals of all investors, and what is decided on them. */

type OwnedPayment = CallOutput<typeof contract.operator.payments>['items'][number]

/** Withdrawals, newest first; a search looks for the owner's login too. */
export async function listAllPayments(
  db: Db,
  { language, timeZone }: OperatorView,
  query: PaymentQuery & { from?: string; to?: string },
): Promise<CallOutput<typeof contract.operator.payments>> {
  const where = and(...withinDays(payments.createdAt, query, timeZone))
  const found = await pageOfPayments(db, { where, searched: [users.login] }, query)
  return { ...found, items: found.items.map((one) => ownedView(one, language)) }
}

/** One withdrawal as the operator shows it; it is there. */
export async function ownedPayment(db: Db, id: string, language: Language): Promise<OwnedPayment> {
  const { items } = await pageOfPayments(db, { where: eq(payments.id, id) }, {})
  return ownedView(items[0]!, language)
}

const ownedView = ({ row, owner }: Owned<PaymentRow>, language: Language): OwnedPayment => ({
  ...paymentView(row, language, 'operator'),
  owner,
})

/**
 * Reviews, completes (with the hash of the transfer) or rejects (with the reason that the investor is told).
 * @throws Refusal validation, not_found, already_decided
 */
export async function decidePayment(tx: Db, operator: OperatorContext, asked: DecisionInput): Promise<void> {
  const paymentId = asked.id
  const verb = oneOfDecisions(asked, ['review', 'complete', 'reject'])
  const subject = { verb, kind: 'payment', id: paymentId } as const
  switch (verb) {
    case 'review':
      await reviewPayment(tx, operator, { paymentId })
      return recordAudit(tx, operator, subject)
    case 'complete':
      await completePayment(tx, operator, { paymentId, transactionHash: transactionHashOf(asked) })
      return recordAudit(tx, operator, subject)
    case 'reject': {
      const reason = reasonOf(asked)
      await rejectPayment(tx, operator, { paymentId, reason })
      return recordAudit(tx, operator, { ...subject, reason })
    }
  }
}
