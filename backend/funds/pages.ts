import { type SQL, asc, desc, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'

/** The parameters of every list of the contract; see `listQuery` there. */
export interface ListQuery {
  page?: number
  limit?: number
  sort?: string
  sortDir?: 'asc' | 'desc'
  search?: string
}

export interface Page<Item> {
  items: Item[]
  total: number
  page: number
  limit: number
}

/** A row with the investor whose it is. */
export interface Owned<Row> {
  row: Row
  owner: { id: string; login: string }
}

/** The page of a query: 20 rows from page 1 by default. */
export function paging({ page = 1, limit = 20 }: ListQuery) {
  return { page, limit, offset: (page - 1) * limit }
}

/**
 * The page of a query as it is reached from the nearer end of a list that has so many rows: what is past the middle is read in
 * the opposite order, so that the last page costs what the first one does.
 */
export function nearestEnd(
  query: ListQuery,
  total: number,
): { isReversed: boolean; offset: number; limit: number } {
  const { limit, offset } = paging(query)
  const rows = Math.max(0, Math.min(limit, total - offset))
  const after = total - offset - rows
  // Past the end there is nothing to look for.
  if (rows === 0) return { isReversed: false, offset: 0, limit: 0 }
  if (offset <= after) return { isReversed: false, offset, limit }
  return { isReversed: true, offset: after, limit: rows }
}

/**
 * The requested order, newest first by default; `ties` makes it the same on every page.
 * @param isReversed the opposite of it
 */
export function ordering<Name extends string>(
  { sort, sortDir }: ListQuery,
  columns: Record<Name, SQL | PgColumn>,
  usual: NoInfer<Name>,
  ties: SQL | PgColumn,
  isReversed = false,
): SQL[] {
  const column = columns[sort !== undefined && sort in columns ? (sort as Name) : usual]
  const isUp = (sortDir ?? (sort === undefined ? 'desc' : 'asc')) === 'asc'
  const direction = isUp !== isReversed ? asc : desc
  return [direction(column), direction(ties)]
}

/** Rows in which one of the columns contains the text, in any case. */
export const containing = (text: string | undefined, columns: (PgColumn | SQL)[]): SQL | undefined =>
  text ? oneLike(sql`ilike`, text, columns) : undefined

/** The same in columns that hold no capitals: the database then folds nothing, which takes most of the time. */
export const containingFolded = (text: string | undefined, columns: PgColumn[]): SQL | undefined =>
  text ? oneLike(sql`like`, text.toLowerCase(), columns) : undefined

function oneLike(operator: SQL, text: string, columns: (PgColumn | SQL)[]): SQL {
  const pattern = `%${escaped(text)}%`
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ${operator} ${pattern}`),
    sql` or `,
  )})`
}

/** Rows whose column begins with the text; an index of the column's `text_pattern_ops` answers it. */
export const startsWith = (column: PgColumn | SQL, text: string): SQL =>
  sql`${column} like ${`${escaped(text)}%`}`

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Rows of the inclusive days `from` to `to` of a time zone. */
export function withinDays(
  column: PgColumn,
  { from, to }: { from?: string; to?: string },
  timeZone: string,
): SQL[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${startOfDay(from, timeZone)}`]),
    ...(to === undefined ? [] : [sql`${column} < ${startOfDay(to, timeZone, 1)}`]),
  ]
}

/** The first moment of a calendar day in a time zone, or of one so many days later. */
export const startOfDay = (day: string, timeZone: string, later = 0): SQL =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`
