/**
 * The statement (docs/rules.md): one row per account of the investor that an event touched. Invariants: with the
 * filters of the day alone, opening + in − out = closing, and the closing is the account's balance at that time.
 */
import { type SQL, and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type PgSelect } from 'drizzle-orm/pg-core'
import { type Complete } from '~/contract/reading'
import { type CallOutput } from '~/contract/call'
import { type OperationSummary } from '~/contract/statement'
import { type user as calls } from '~/contract/user'
import { type accounts, type operationTypes } from '~/contract/words'
import { type Db } from '../db/connect'
import { ledgerEntries, ledgerLines } from '../db/schema/ledger'
import { payments } from '../db/schema/transfers'
import { type Decimal, add, isNegative, negate, plain, subtract } from '../domain/decimal'
import { reasonText } from '../domain/house-reasons'
import { type Reader } from './context'
import {
  type ListQuery,
  containingFolded,
  nearestEnd,
  ordering,
  paging,
  startOfDay,
  withinDays,
} from './pages'

export interface OperationQuery extends ListQuery {
  type?: (typeof operationTypes)[number]
  currency?: string
  account?: (typeof accounts)[number]
  status?: 'pending' | 'completed' | 'rejected'
  from?: string
  to?: string
}

type Operations = CallOutput<typeof calls.operations>

/** Money set aside for a withdrawal is pending until that is decided; everything else is done when it is booked. */
const status = sql<'pending' | 'completed' | 'rejected'>`case
  when ${ledgerLines.type} <> 'payment' then 'completed'
  when ${payments.status} in ('pending', 'under_review') then 'pending'
  else ${payments.status} end`

const paymentOfEntry = and(eq(ledgerEntries.type, 'payment'), eq(payments.id, ledgerEntries.referenceId))

/** The investor's operations, newest first, with the summary of all that match the filters. */
export async function listOperations(db: Db, reader: Reader, query: OperationQuery): Promise<Operations> {
  const { page, limit } = paging(query)
  const everyDay = filters(reader, query)
  const { summary, total } = await summarise(db, reader, query, everyDay)
  const where = and(...everyDay, ...withinDays(ledgerLines.occurredAt, query, reader.timeZone))
  const rows = await rowsOf(db, where, query, total)
  return { items: rows.map((row) => view(row, reader)), total, page, limit, summary }
}

/** The rows of a page: what stands beside a line is read for those of the page alone. */
async function rowsOf(
  db: Db,
  where: SQL | undefined,
  query: OperationQuery,
  total: number,
): Promise<OperationRow[]> {
  const columns = {
    createdAt: ledgerLines.occurredAt,
    type: ledgerLines.type,
    currency: ledgerLines.currency,
    amount: sql`abs(${ledgerLines.amount})`,
  }
  const { isReversed, offset, limit } = nearestEnd(query, total)
  const lines = db.select({ entryId: ledgerLines.entryId, n: ledgerLines.n }).from(ledgerLines).$dynamic()
  const onPage = withEntries(lines, query)
    .where(where)
    .orderBy(...ordering(query, columns, 'createdAt', ledgerLines.seq, isReversed))
    .limit(limit)
    .offset(offset)
    .as('on_page')
  const rows = db.select(shown).from(onPage)
  return rows
    .innerJoin(ledgerLines, and(eq(ledgerLines.entryId, onPage.entryId), eq(ledgerLines.n, onPage.n)))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .leftJoin(payments, paymentOfEntry)
    .orderBy(...ordering(query, columns, 'createdAt', ledgerLines.seq))
}

/** The newest operations, without the summary of all: that reads every operation of the investor. */
export async function newestOperations(db: Db, reader: Reader, limit: number): Promise<Operations['items']> {
  const rows = await select(db)
    .where(and(...filters(reader, {})))
    .orderBy(desc(ledgerLines.occurredAt), desc(ledgerLines.seq))
    .limit(limit)
  return rows.map((row) => view(row, reader))
}

const shown = {
  entryId: ledgerLines.entryId,
  n: ledgerLines.n,
  type: ledgerLines.type,
  account: ledgerLines.account,
  currency: ledgerLines.currency,
  amount: ledgerLines.amount,
  balanceAfter: ledgerLines.balanceAfter,
  occurredAt: ledgerLines.occurredAt,
  status,
  referenceKind: ledgerEntries.referenceKind,
  referenceId: ledgerEntries.referenceId,
  reason: ledgerEntries.reason,
}

const select = (db: Db) =>
  db
    .select(shown)
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .leftJoin(payments, paymentOfEntry)

type OperationRow = Awaited<ReturnType<typeof select>>[number]

const view = (row: OperationRow, { language }: Reader): Operations['items'][number] => ({
  id: `${row.entryId}.${row.n}`,
  type: row.type as Operations['items'][number]['type'], // the database only has values of the domain's `Line`
  direction: isNegative(row.amount) ? 'out' : 'in',
  account: row.account === 'balance_dep' ? 'balance_dep' : 'balance',
  currency: row.currency,
  amount: isNegative(row.amount) ? negate(row.amount) : row.amount,
  balanceAfter: row.balanceAfter,
  status: row.status,
  createdAt: row.occurredAt.toISOString(),
  reference: row.referenceKind && row.referenceId ? { kind: row.referenceKind, id: row.referenceId } : null,
  ...(row.reason !== null && { reason: reasonText(row.reason, language) }),
})

/** All filters but the days. */
function filters({ userId }: Reader, query: OperationQuery): SQL[] {
  const requests = [
    eq(ledgerLines.userId, userId),
    query.account
      ? eq(ledgerLines.account, query.account)
      : inArray(ledgerLines.account, ['balance', 'balance_dep']),
    query.type && eq(ledgerLines.type, query.type),
    query.currency && eq(ledgerLines.currency, query.currency),
    query.status && sql`${status} = ${query.status}`,
    // Ids and types have no capitals.
    containingFolded(query.search, [ledgerLines.entryId, ledgerEntries.referenceId, ledgerLines.type]),
  ]
  return requests.filter((filter): filter is SQL => Boolean(filter))
}

/**
 * Lines with their entries and payments, where a filter looks there. Each line has one entry and one payment at most: to join
 * them without a filter on them changes neither rows nor sums.
 */
const withEntries = <Query extends PgSelect>(
  lines: Query,
  { search, status: wanted }: OperationQuery,
): Query =>
  search || wanted
    ? (lines
        .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
        .leftJoin(payments, paymentOfEntry) as unknown as Query)
    : lines

/** Per currency and account: the opening balance, the incoming and outgoing amounts, and the number of rows. */
async function summarise(
  db: Db,
  { timeZone }: Reader,
  query: OperationQuery,
  everyDay: SQL[],
): Promise<{ summary: Complete<typeof OperationSummary>; total: number }> {
  const { from, to } = query
  const { occurredAt, amount, account, currency } = ledgerLines
  const before = from === undefined ? sql`false` : sql`${occurredAt} < ${startOfDay(from, timeZone)}`
  const lines = db
    .select({
      currency,
      account,
      opening: sql<string>`coalesce(sum(${amount}) filter (where ${before}), 0)`,
      in: sql<string>`coalesce(sum(${amount}) filter (where not ${before} and ${amount} > 0), 0)`,
      out: sql<string>`coalesce(-sum(${amount}) filter (where not ${before} and ${amount} < 0), 0)`,
      rows: sql<string>`count(*) filter (where not ${before})`,
    })
    .from(ledgerLines)
    .$dynamic()
  const groups = await withEntries(lines, query)
    .where(and(...everyDay, ...withinDays(occurredAt, { to }, timeZone)))
    .groupBy(currency, account)
    .orderBy(currency)

  const nothing = { opening: '0', in: '0', out: '0', closing: '0' }
  const summary: OperationSummary = {}
  for (const group of groups) {
    const figures = { opening: plain(group.opening), in: plain(group.in), out: plain(group.out) }
    const of = (summary[group.currency] ??= { balance: nothing, balance_dep: nothing })
    of[group.account === 'balance_dep' ? 'balance_dep' : 'balance'] = {
      ...figures,
      closing: closing(figures),
    }
  }
  return { summary, total: groups.reduce((total, { rows }) => total + Number(rows), 0) }
}

const closing = (figures: { opening: Decimal; in: Decimal; out: Decimal }): Decimal =>
  subtract(add(figures.opening, figures.in), figures.out)
