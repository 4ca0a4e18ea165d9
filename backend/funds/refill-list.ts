import { type SQL, and, eq, getTableColumns, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type CallOutput } from '~/contract/call'
import { type Refill, type refills as calls } from '~/contract/funds'
import { type Db } from '../db/connect'
import { paymentSystems } from '../db/schema/settings'
import { refills } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { type NetworkFamily, paymentUri } from '../domain/addresses'
import { Refusal } from '../domain/refusal'
import { type Reader } from './context'
import { type ListQuery, type Owned, type Page, containing, ordering, paging, withinDays } from './pages'
import { reasonText } from '../domain/house-reasons'
import { type RefillRow } from './refills'

/** Top-ups as the contract shows them. One past its time is shown so, whether or not the job has been there, and no sooner than
 * the network's word on a transfer that it shows. */

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
  reader: Reader,
  query: RefillQuery,
): Promise<CallOutput<typeof calls.list>> {
  const { userId, now } = reader
  const scope = eq(refills.userId, userId)
  const where = and(
    ...[scope, filtersOf(query, reader), containing(query.search, [id, wallet, transactionHash, currency])],
  )
  const found = await pageOfRefills(db, where, query, now)
  const total = await db.$count(refills, where)
  return { ...found, total, items: found.items.map(({ row }) => refillView(row, reader)) }
}

export type RefillQuery = ListQuery & { status?: RefillRow['status']; from?: string; to?: string }

const { id, wallet, transactionHash, currency, createdAt, requestAmount } = refills

/** The filters of a list but its search. */
export const filtersOf = (
  { status, ...days }: RefillQuery,
  { now, timeZone }: Pick<Reader, 'now' | 'timeZone'>,
): SQL | undefined => and(status && inStatus(status, now), ...withinDays(createdAt, days, timeZone))

/** In words that an index of the stored status answers. */
function inStatus(status: RefillRow['status'], now: Date): SQL | undefined {
  const stored = eq(refills.status, status)
  if (status === 'pending') return and(stored, or(gt(refills.expiresAt, now), isNotNull(refills.seen)))
  const isLate = and(eq(refills.status, 'pending'), lte(refills.expiresAt, now), isNull(refills.seen))
  return status === 'timeout_expired' ? or(stored, isLate) : stored
}

/** A page of the top-ups in scope, not counted. */
export async function pageOfRefills(
  db: Db,
  where: SQL | undefined,
  query: ListQuery,
  now: Date,
): Promise<Omit<Page<Owned<ShownRow>>, 'total'>> {
  const { page, limit, offset } = paging(query)
  // Owners are read for the page alone, however many rows are sorted.
  const onPage = db
    .select({ id })
    .from(refills)
    .where(where)
    .orderBy(...orderOfRefills(query, now))
    .limit(limit)
    .offset(offset)
  const items = await db
    .select({ row: shown, owner: { id: users.id, login: users.login } })
    .from(refills)
    .innerJoin(paymentSystems, eq(paymentSystems.id, refills.systemId))
    .innerJoin(users, eq(users.id, refills.userId))
    .where(inArray(id, onPage))
    .orderBy(...orderOfRefills(query, now))
  return { items, page, limit }
}

/** By when they were asked for, or as the query says. */
export function orderOfRefills(query: ListQuery, now: Date): SQL[] {
  const status = sql`case when ${refills.status} = 'pending' and ${refills.expiresAt} <= ${now.toISOString()}::timestamptz and ${refills.seen} is null
    then 'timeout_expired' else ${refills.status} end`
  return ordering(query, { createdAt, requestAmount, currency, status }, 'createdAt', id)
}

/** One top-up of the investor. @throws Refusal not_found */
export async function refillOf(
  db: Db,
  reader: Pick<Reader, 'userId' | 'now' | 'language'>,
  id: string,
): Promise<Complete<typeof Refill>> {
  const [row] = await db
    .select(shown)
    .from(refills)
    .innerJoin(paymentSystems, eq(paymentSystems.id, refills.systemId))
    .where(and(eq(refills.id, id), eq(refills.userId, reader.userId)))
  if (!row) throw new Refusal('not_found')
  return refillView(row, reader)
}

/** A top-up as the contract shows it. */
export function refillView(
  row: ShownRow,
  { now, language }: Pick<Reader, 'now' | 'language'>,
): Complete<typeof Refill> {
  const isLate = row.status === 'pending' && row.expiresAt <= now && row.seen === null
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
    status: isLate ? 'timeout_expired' : row.status,
    seen: row.seen,
    reason: row.reason && reasonText(row.reason, language),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    creditedAt: row.creditedAt?.toISOString() ?? null,
  }
}
