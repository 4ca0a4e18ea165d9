import { and, count, eq, sql } from 'drizzle-orm'
import { type deposits as calls } from '~/contract/funds'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { users } from '../db/schema/users'
import { type DepositRow } from './accruals'
import { type Language } from '~/contract/languages'
import { depositView } from './deposit-view'
import { type ListQuery, type Owned, type Page, type Scope, containing, ordering, paging } from './pages'

const endsAt = sql`${deposits.startedAt} + interval '24 hours' *
  (${deposits.termDays} + case ${deposits.term} when 2 then ${deposits.extensionDays} else 0 end)`

/** The investor's deposits. */
export async function listDeposits(
  db: Db,
  { userId, language }: { userId: string; language: Language },
  query: DepositQuery,
): Promise<CallOutput<typeof calls.list>> {
  const found = await pageOfDeposits(db, { where: eq(deposits.userId, userId), language }, query)
  return { ...found, items: found.items.map(({ row }) => depositView(row, language)) }
}

export type DepositQuery = ListQuery & { status?: DepositRow['status'] }

/** A page of the deposits in scope. @param scope.language of the plans' titles that a search looks in */
export async function pageOfDeposits(
  db: Db,
  { where: scope, searched = [], language }: Scope & { language: Language },
  query: DepositQuery,
): Promise<Page<Owned<DepositRow>>> {
  const { page, limit, offset } = paging(query)
  const { id, planTitle, startedAt, nextAccrualAt, amount, currency, status } = deposits
  const where = and(
    scope,
    query.status && eq(status, query.status),
    containing(query.search, [id, currency, sql`${planTitle}->>${language}`, ...searched]),
  )
  const ofOwner = eq(users.id, deposits.userId)
  const items = await db
    .select({ row: deposits, owner: { id: users.id, login: users.login } })
    .from(deposits)
    .innerJoin(users, ofOwner)
    .where(where)
    .orderBy(
      ...ordering(query, { startedAt, endsAt, nextAccrualAt, amount, currency, status }, 'startedAt', id),
    )
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(deposits).innerJoin(users, ofOwner).where(where)
  return { items, total: counted!.total, page, limit }
}
