import { type SQL, and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { lockAccount } from '../db/lock-account'
import { type Decimal } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { type Language } from '~/contract/languages'
import { lockForBooks } from '../funds/accruals'
import { batchesOf } from '../funds/batched-payments'
import { type FundsContext } from '../funds/context'
import { type Owned, withinDays } from '../funds/pages'
import {
  approvePayment,
  completePayment,
  keepsPurchase,
  rejectPayment,
  returnedOf,
  reviewPayment,
} from '../funds/payment-decisions'
import {
  type ListedPayment,
  type PaymentQuery,
  orderOfPayments,
  pageOfPayments,
  paymentView,
} from '../funds/payment-list'
import { type PaymentRow } from '../funds/payments'
import { freshRatesAt } from '../funds/rates'
import { refuseResting } from '../funds/withdrawal-safety'
import { type OperatorContext, type OperatorView, recordAudit } from './audit'
import { type SearchedTable, pageOfCases } from './case-search'
import { type DecisionInput, oneOfDecisions, reasonOf, transactionHashOf } from './decisions'
import { openProposalsOf } from './open-proposals'

/** Withdrawals of all investors, and the decisions on them. */

type OwnedPayment = CallOutput<typeof contract.operator.payments>['items'][number]

type QueueQuery = Omit<PaymentQuery, 'status'> & {
  status?: PaymentRow['status'] | 'open' | 'approved'
  from?: string
  to?: string
}

/** Withdrawals, newest first; a search finds a whole number, or the beginning of a wallet, a hash or the owner's login. */
export async function listAllPayments(
  db: Db,
  { language, timeZone, now }: OperatorView,
  { status, ...query }: QueueQuery,
): Promise<CallOutput<typeof contract.operator.payments>> {
  const filters = and(inState(status), ...withinDays(payments.createdAt, query, timeZone))
  const order = orderOfPayments(query)
  const found = await pageOfCases(db, searched, query, { filters, order }, async (where, page) => {
    const { items } = await pageOfPayments(db, where, page)
    return items
  })
  const rates = await freshRatesAt(db, now)
  const known = await knownAbout(db, found.items, now)
  return { ...found, items: found.items.map((one) => ownedView(one, language, rates, known)) }
}

const searched: SearchedTable = {
  ...{ table: payments, id: payments.id, userId: payments.userId },
  beginnings: [sql`lower(${payments.wallet})`, sql`lower(${payments.transactionHash})`],
}

/** `open`: not decided. `approved`: to be paid out. */
function inState(status: QueueQuery['status']): SQL | undefined {
  if (status === 'open')
    return and(inArray(payments.status, ['pending', 'under_review']), isNull(payments.approvedAt))
  if (status === 'approved') return and(eq(payments.status, 'under_review'), isNotNull(payments.approvedAt))
  return status && eq(payments.status, status)
}

/** One withdrawal as the operator shows it. The caller knows that it exists. */
export async function ownedPayment(
  db: Db,
  id: string,
  { language, now }: Pick<OperatorView, 'language' | 'now'>,
): Promise<OwnedPayment> {
  const { items } = await pageOfPayments(db, eq(payments.id, id), {})
  return ownedView(items[0]!, language, await freshRatesAt(db, now), await knownAbout(db, items, now))
}

/** The decisions that wait for a second operator, and the batches, by withdrawal. */
async function knownAbout(db: Db, items: Owned<PaymentRow>[], now: Date) {
  const ids = items.map(({ row }) => row.id)
  const [proposals, batches] = await Promise.all([
    openProposalsOf(db, { kind: 'payment', ids, now }),
    batchesOf(db, ids),
  ])
  return { proposals, batches }
}

const ownedView = (
  { row, owner, account }: ListedPayment,
  language: Language,
  freshRates: ReadonlyMap<string, Decimal>,
  { proposals, batches }: Awaited<ReturnType<typeof knownAbout>>,
): OwnedPayment => ({
  ...paymentView(row, language, { reader: 'operator', account }),
  owner,
  approvedAt: row.approvedAt?.toISOString() ?? null,
  proposal: proposals.get(row.id) ?? null,
  batch: batches.get(row.id) ?? null,
  ...((row.status === 'pending' || row.status === 'under_review') && {
    rejectionReturns: returnedOf(row, { keptPurchase: keepsPurchase(row, freshRates) }),
  }),
})

/**
 * Reviews, approves, completes (with the hash of the transfer) or rejects (with a reason for the investor).
 * @throws Refusal validation, not_found, already_decided, payment_batched, withdrawals_frozen, payment_resting
 */
export async function decidePayment(
  tx: Db,
  operator: OperatorContext,
  decision: DecisionInput,
): Promise<void> {
  const { id: paymentId, batchId } = decision
  const verb = oneOfDecisions(decision, ['review', 'approve', 'complete', 'reject'])
  const reason = verb === 'reject' ? reasonOf(decision) : null
  const transactionHash = verb === 'complete' ? transactionHashOf(decision) : undefined
  const before = await lockedPayment(tx, operator, paymentId)
  const after = await decided()
  await recordAudit(tx, operator, {
    ...{ verb, kind: 'payment', id: paymentId, reason: reason ?? undefined },
    ...{ before: auditedFields(before), after: auditedFields(after) },
  })

  async function decided(): Promise<PaymentRow> {
    switch (verb) {
      case 'review':
        return reviewPayment(tx, operator, { paymentId })
      case 'approve':
        return approvePayment(tx, operator, { paymentId })
      case 'complete':
        // Who reports what a signer has sent by a batch's file can't hold it back any more.
        if (batchId === undefined) await refuseResting(tx, before, operator.now)
        return completePayment(tx, operator, { paymentId, transactionHash, batchId })
      case 'reject':
        return rejectPayment(tx, operator, { paymentId, reason })
    }
  }
}

/** What a decision changes, as the audit trail has it. */
const auditedFields = ({ status, approvedAt, transactionHash, keptPurchase }: PaymentRow) => ({
  status,
  approvedAt: approvedAt && approvedAt.toISOString(),
  transactionHash,
  keptPurchase,
})

/** The withdrawal as the decision finds it: its owner is locked, as the decision itself does first. */
async function lockedPayment(tx: Db, context: FundsContext, id: string): Promise<PaymentRow> {
  const [found] = await tx.select({ userId: payments.userId }).from(payments).where(eq(payments.id, id))
  if (!found) throw new Refusal('not_found')
  await lockForBooks(tx, context, [found.userId])
  await lockAccount(tx, found.userId)
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id))
  return payment!
}
