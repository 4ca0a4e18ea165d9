import { and, count, eq } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type CallOutput } from '~/contract/call'
import { type Payment, type payments as calls } from '~/contract/funds'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { type Language } from '~/contract/languages'
import { type ListQuery, type Owned, type Page, type Scope, containing, ordering, paging } from './pages'
import { type PaymentRow } from './payments'
import { returnedOf } from './payment-decisions'
import { reasonText } from '../domain/house-reasons'

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
  const found = await pageOfPayments(db, { where: eq(payments.userId, userId) }, query)
  return { ...found, items: found.items.map(({ row }) => paymentView(row, language)) }
}

export type PaymentQuery = ListQuery & { status?: PaymentRow['status'] }

/** A page of the withdrawals in scope. */
export async function pageOfPayments(
  db: Db,
  { where: scope, searched = [] }: Scope,
  query: PaymentQuery,
): Promise<Page<Owned<PaymentRow>>> {
  const { page, limit, offset } = paging(query)
  const { id, wallet, transactionHash, currency, createdAt, expectedBy, amount, status } = payments
  const where = and(
    scope,
    query.status && eq(status, query.status),
    containing(query.search, [id, wallet, transactionHash, currency, ...searched]),
  )
  const ofOwner = eq(users.id, payments.userId)
  const items = await db
    .select({ row: payments, owner: { id: users.id, login: users.login } })
    .from(payments)
    .innerJoin(users, ofOwner)
    .where(where)
    .orderBy(...ordering(query, { createdAt, expectedBy, amount, currency, status }, 'createdAt', id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(payments).innerJoin(users, ofOwner).where(where)
  return { items, total: counted!.total, page, limit }
}

/** A withdrawal as the contract shows it to its owner or to an operator. */
export function paymentView(
  row: PaymentRow,
  language: Language,
  reader: 'owner' | 'operator' = 'owner',
): Complete<typeof Payment> {
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
    ...(row.status === 'rejected' && { returned: returnedOf(row, row) }),
  }
}
