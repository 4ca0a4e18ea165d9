import { and, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type Refill, type refills as calls } from '~/contract/funds'
import { type Db } from '../db/connect'
import { paymentSystems } from '../db/schema/settings'
import { refills } from '../db/schema/transfers'
import { type NetworkFamily, paymentUri } from '../domain/addresses'
import { Refusal } from '../domain/refusal'
import { type Reader } from './context'
import { type ListQuery, containing, ordering, paging, withinDays } from './pages'
import { type RefillRow } from './refills'

/** Top-ups as the contract shows them. One past its time is shown so, whether or not the job has been there. */

interface ShownRow extends RefillRow {
  family: NetworkFamily
  tokenContract: string | null
}

const shown = {
  ...getTableColumns(refills),
  family: paymentSystems.family,
  tokenContract: paymentSystems.tokenContract,
}

/** The investor's top-ups. */
export async function listRefills(
  db: Db,
  { userId, now, timeZone }: Reader,
  query: ListQuery & { status?: RefillRow['status']; from?: string; to?: string },
): Promise<CallOutput<typeof calls.list>> {
  const { page, limit, offset } = paging(query)
  const status = sql`case when ${refills.status} = 'pending' and ${refills.expiresAt} <= ${now.toISOString()}::timestamptz
    then 'timeout_expired' else ${refills.status} end`
  const where = and(
    eq(refills.userId, userId),
    query.status && sql`${status} = ${query.status}`,
    ...withinDays(refills.createdAt, query, timeZone),
    containing(query.search, [refills.id, refills.wallet, refills.transactionHash, refills.currency]),
  )
  const columns = {
    createdAt: refills.createdAt,
    requestAmount: refills.requestAmount,
    currency: refills.currency,
    status,
  }
  const rows = await db
    .select(shown)
    .from(refills)
    .innerJoin(paymentSystems, eq(paymentSystems.id, refills.systemId))
    .where(where)
    .orderBy(...ordering(query, columns, 'createdAt', refills.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(refills).where(where)
  return { items: rows.map((row) => refillView(row, now)), total: counted!.total, page, limit }
}

/** One top-up of the investor. @throws Refusal not_found */
export async function refillOf(
  db: Db,
  { userId, now }: Pick<Reader, 'userId' | 'now'>,
  id: string,
): Promise<Refill> {
  const [row] = await db
    .select(shown)
    .from(refills)
    .innerJoin(paymentSystems, eq(paymentSystems.id, refills.systemId))
    .where(and(eq(refills.id, id), eq(refills.userId, userId)))
  if (!row) throw new Refusal('not_found')
  return refillView(row, now)
}

function refillView(row: ShownRow, now: Date): Refill {
  const status = row.status === 'pending' && row.expiresAt <= now ? 'timeout_expired' : row.status
  return {
    id: row.id,
    system: row.systemId,
    currency: row.currency,
    network: row.network,
    requestAmount: row.requestAmount,
    creditedAmount: row.creditedAmount,
    wallet: row.wallet,
    paymentUri: paymentUri(row, row.wallet, row.requestAmount),
    transactionHash: row.transactionHash,
    status,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    creditedAt: row.creditedAt?.toISOString() ?? null,
  }
}
