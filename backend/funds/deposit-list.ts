import { type SQL, and, eq, inArray, sql } from 'drizzle-orm'
import { type deposits as calls } from '~/contract/funds'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { users } from '../db/schema/users'
import { type DepositRow } from './accruals'
import { type Language } from '~/contract/languages'
import { depositView } from './deposit-view'
import { type ListQuery, type Owned, containing, nearestEnd, ordering, paging } from './pages'

const endsAt = sql`${deposits.startedAt} + interval '24 hours' *
  (${deposits.termDays} + case ${deposits.term} when 2 then ${deposits.extensionDays} else 0 end)`

/** The investor's deposits. */
export async function listDeposits(
  db: Db,
  { userId, language }: { userId: string; language: Language },
  query: DepositQuery,
): Promise<CallOutput<typeof calls.list>> {
  const { id, planTitle, currency } = deposits
  const where = and(
    eq(deposits.userId, userId),
    inStatus(query),
    containing(query.search, [id, currency, sql`${planTitle}->>${language}`]),
  )
  const { page, limit } = paging(query)
  const total = await db.$count(deposits, where)
  const rows = await rowsOfDeposits(db, where, query, total)
  return { items: rows.map(({ row }) => depositView(row, language)), total, page, limit }
}

export type DepositQuery = ListQuery & { status?: DepositRow['status'] }

export const inStatus = (query: DepositQuery): SQL | undefined =>
  query.status && eq(deposits.status, query.status)

/** By when they were opened, or as the query says. */
export function orderOfDeposits(query: DepositQuery, isReversed = false): SQL[] {
  const { id, startedAt, nextAccrualAt, amount, currency, status } = deposits
  const columns = { startedAt, endsAt, nextAccrualAt, amount, currency, status }
  return ordering(query, columns, 'startedAt', id, isReversed)
}

/**
 * The rows of a page with their owners, which are read for the page alone: of those before it an index gives the ids.
 * @param total how many there are, if they were counted: then a late page is read from the end
 */
export async function rowsOfDeposits(
  db: Db,
  where: SQL | undefined,
  query: DepositQuery,
  total?: number,
): Promise<Owned<DepositRow>[]> {
  const { isReversed, offset, limit } =
    total === undefined ? { ...paging(query), isReversed: false } : nearestEnd(query, total)
  const onPage = db
    .select({ id: deposits.id })
    .from(deposits)
    .where(where)
    .orderBy(...orderOfDeposits(query, isReversed))
    .limit(limit)
    .offset(offset)
  return db
    .select({ row: deposits, owner: { id: users.id, login: users.login } })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .where(inArray(deposits.id, onPage))
    .orderBy(...orderOfDeposits(query))
}
