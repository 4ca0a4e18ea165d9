import { and, count, eq, sql } from 'drizzle-orm'
import { type deposits as calls } from '~/contract/funds'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { type Language } from './context'
import { depositView } from './deposit-view'
import { type ListQuery, containing, ordering, paging } from './pages'

const endsAt = sql`${deposits.startedAt} + interval '24 hours' *
  (${deposits.termDays} + case ${deposits.term} when 2 then ${deposits.extensionDays} else 0 end)`

/** The investor's deposits. */
export async function listDeposits(
  db: Db,
  { userId, language }: { userId: string; language: Language },
  query: ListQuery & { status?: 'in_progress' | 'awaiting_completion' | 'closed' },
): Promise<CallOutput<typeof calls.list>> {
  const { page, limit, offset } = paging(query)
  const where = and(
    eq(deposits.userId, userId),
    query.status && eq(deposits.status, query.status),
    containing(query.search, [deposits.id, deposits.currency, sql`${deposits.planTitle}->>${language}`]),
  )
  const columns = {
    startedAt: deposits.startedAt,
    endsAt,
    amount: deposits.amount,
    currency: deposits.currency,
    status: deposits.status,
  }
  const rows = await db
    .select()
    .from(deposits)
    .where(where)
    .orderBy(...ordering(query, columns, 'startedAt', deposits.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(deposits).where(where)
  return { items: rows.map((row) => depositView(row, language)), total: counted!.total, page, limit }
}
