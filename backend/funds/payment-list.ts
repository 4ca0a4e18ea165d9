import { type SQL, and, eq, inArray } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type CallOutput } from '~/contract/call'
import { type Payment, type payments as calls } from '~/contract/funds'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { type Language } from '~/contract/languages'
import { type ListQuery, type Owned, type Page, containing, ordering, paging } from './pages'
import { type PaymentRow } from './payments'
import { returnedOf } from './payment-decisions'
import { reasonText } from '../domain/house-reasons'
import { type AccountRest, restOfPayment } from './withdrawal-safety'

/** Withdrawals as the contract shows them. */

/** The reason of a withdrawal that was taken back, for its owner and for an operator. */
const cancelled: Record<'owner' | 'operator', Record<Language, string>> = {
  owner: { ru: 'Отменено вами', en: 'Cancelled by you' },
  operator: { ru: 'Отменено инвестором', en: 'Cancelled by the investor' },
}

/** The investor's withdrawals. */
export async function listPayments(
  db: Db,
  { userId, language }: { userId: string; language: Language },
  query: PaymentQuery,
): Promise<CallOutput<typeof calls.list>> {
  const scope = eq(payments.userId, userId)
  const where = and(scope, containing(query.search, [id, wallet, transactionHash, currency]))
  const found = await pageOfPayments(db, where, query)
  const total = await db.$count(payments, and(where, inStatus(query)))
  return { ...found, total, items: found.items.map((one) => paymentView(one.row, language, one)) }
}

export type PaymentQuery = ListQuery & { status?: PaymentRow['status'] }

const { id, wallet, transactionHash, currency, createdAt, expectedBy, amount, status } = payments

const inStatus = (query: PaymentQuery) => query.status && eq(status, query.status)

/** A withdrawal with its owner, and with what all withdrawals of its owner wait for. */
export type ListedPayment = Owned<PaymentRow> & { account: AccountRest }

/** A page of the withdrawals in scope, not counted. */
export async function pageOfPayments(
  db: Db,
  scope: SQL | undefined,
  query: PaymentQuery,
): Promise<Omit<Page<ListedPayment>, 'total'>> {
  const { page, limit, offset } = paging(query)
  const { withdrawalsRestUntil, withdrawalsRestReason } = users
  // Owners are read for the page alone, however many rows are sorted.
  const onPage = db
    .select({ id })
    .from(payments)
    .where(and(scope, inStatus(query)))
    .orderBy(...orderOfPayments(query))
    .limit(limit)
    .offset(offset)
  const items = await db
    .select({
      row: payments,
      owner: { id: users.id, login: users.login },
      account: { withdrawalsRestUntil, withdrawalsRestReason },
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(inArray(id, onPage))
    .orderBy(...orderOfPayments(query))
  return { items, page, limit }
}

/** By when they were asked for, or as the query says. */
export const orderOfPayments = (query: ListQuery): SQL[] =>
  ordering(query, { createdAt, expectedBy, amount, currency, status }, 'createdAt', id)

/**
 * A withdrawal as the contract shows it to its owner or to an operator.
 * @param options.account what all withdrawals of its owner wait for; absent: nothing
 */
export function paymentView(
  row: PaymentRow,
  language: Language,
  { reader = 'owner', account }: { reader?: 'owner' | 'operator'; account?: AccountRest } = {},
): Complete<typeof Payment> {
  const isOpen = row.status === 'pending' || row.status === 'under_review'
  const rest = isOpen ? restOfPayment(row, account) : null
  return {
    id: row.id,
    system: row.systemId,
    currency: row.currency,
    network: row.network,
    wallet: row.wallet,
    amount: row.amount,
    fee: row.fee,
    net: row.net,
    fromUsdt: row.fromUsdt,
    rate: row.rate,
    transactionHash: row.transactionHash,
    status: row.status,
    reason: row.cancelledAt ? cancelled[reader][language] : row.reason && reasonText(row.reason, language),
    createdAt: row.createdAt.toISOString(),
    expectedBy: row.expectedBy.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    rest: rest && { until: rest.until.toISOString(), reason: rest.reason },
    ...(row.status === 'rejected' && { returned: returnedOf(row, row) }),
  }
}
