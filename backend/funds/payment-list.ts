import { and, count, eq } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type Payment, type payments as calls } from '~/contract/funds'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { type Language } from './context'
import { type ListQuery, containing, ordering, paging } from './pages'
import { type PaymentRow } from './payments'

/** Withdrawals as the contract shows them. */

const cancelled: Record<Language, string> = {
  ru: 'Отменено вами',
  en: 'Cancelled by you',
}

/** The investor's withdrawals. */
export async function listPayments(
  db: Db,
  { userId, language }: { userId: string; language: Language },
  query: ListQuery & { status?: PaymentRow['status'] },
): Promise<CallOutput<typeof calls.list>> {
  const { page, limit, offset } = paging(query)
  const where = and(
    eq(payments.userId, userId),
    query.status && eq(payments.status, query.status),
    containing(query.search, [payments.id, payments.wallet, payments.transactionHash, payments.currency]),
  )
  const columns = {
    createdAt: payments.createdAt,
    amount: payments.amount,
    currency: payments.currency,
    status: payments.status,
  }
  const rows = await db
    .select()
    .from(payments)
    .where(where)
    .orderBy(...ordering(query, columns, 'createdAt', payments.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(payments).where(where)
  return { items: rows.map((row) => paymentView(row, language)), total: counted!.total, page, limit }
}

/** A withdrawal as the contract shows it. */
export function paymentView(row: PaymentRow, language: Language): Payment {
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
    reason: row.cancelledAt ? cancelled[language] : row.reason,
    createdAt: row.createdAt.toISOString(),
    expectedBy: row.expectedBy.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  }
}
