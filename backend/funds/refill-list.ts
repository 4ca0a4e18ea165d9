import { and, count, eq, getTableColumns, sql } from 'drizzle-orm'
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
import {
  type ListQuery,
  type Owned,
  type Page,
  type Scope,
  containing,
  ordering,
  paging,
  withinDays,
} from './pages'
import { reasonText } from '../domain/house-reasons'
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
  reader: Reader,
  query: RefillQuery,
): Promise<CallOutput<typeof calls.list>> {
  const { userId, now, timeZone } = reader
  const found = await pageOfRefills(db, { where: eq(refills.userId, userId), now, timeZone }, query)
  return { ...found, items: found.items.map(({ row }) => refillView(row, reader)) }
}

export type RefillQuery = ListQuery & { status?: RefillRow['status']; from?: string; to?: string }

/** A page of the top-ups in scope. */
export async function pageOfRefills(
  db: Db,
  { where: scope, searched = [], now, timeZone }: Scope & Pick<Reader, 'now' | 'timeZone'>,
  query: RefillQuery,
): Promise<Page<Owned<ShownRow>>> {
  const { page, limit, offset } = paging(query)
  const status = sql`case when ${refills.status} = 'pending' and ${refills.expiresAt} <= ${now.toISOString()}::timestamptz
    then 'timeout_expired' else ${refills.status} end`
  const { id, wallet, transactionHash, currency, createdAt, requestAmount } = refills
  const where = and(
    scope,
    query.status && sql`${status} = ${query.status}`,
    ...withinDays(createdAt, query, timeZone),
    containing(query.search, [id, wallet, transactionHash, currency, ...searched]),
  )
  const ofOwner = eq(users.id, refills.userId)
  const items = await db
    .select({ row: shown, owner: { id: users.id, login: users.login } })
    .from(refills)
    .innerJoin(paymentSystems, eq(paymentSystems.id, refills.systemId))
    .innerJoin(users, ofOwner)
    .where(where)
    .orderBy(...ordering(query, { createdAt, requestAmount, currency, status }, 'createdAt', id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(refills).innerJoin(users, ofOwner).where(where)
  return { items, total: counted!.total, page, limit }
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
    reason: row.reason && reasonText(row.reason, language),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    creditedAt: row.creditedAt?.toISOString() ?? null,
  }
}
