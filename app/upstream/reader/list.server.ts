import { TZDate } from '@date-fns/tz'
import { compare } from '~/money/decimal'
import { fieldOf, isObject, lookupIn } from './json.server'
import { hasSentence } from './verdict.server'

/**
 * Lists as upstreams give them: with their rows and total in any of the usual frames, paged or whole, sorted and searched
 * as they were asked or not. What an upstream leaves undone is done here as far as the rows that came allow, and no total
 * is told that they don't prove.
 */

/** How a list was asked to be sorted. */
export interface ListOrder {
  /** A field of its rows. */
  by: string
  direction: 'asc' | 'desc'
}

/** What of a list was asked for. */
export interface ListRequest {
  /** From 1. */
  page?: number
  limit?: number
  order?: ListOrder
  /** By the names of the query's fields, with their values. */
  filters?: Readonly<Record<string, unknown>>
}

/** What had to be done to a list. */
export type ListRule =
  /** A whole list came in another order than was asked for, and was sorted. */
  | 'unsorted'
  /** Rows came that were not asked for, and were left out. */
  | 'unfiltered'

export interface ListPage {
  items: unknown[]
  /** All rows that the filters let through; null where that is not known. */
  total: number | null
  page: number
  limit: number
  rules: ListRule[]
}

/** The part of a call's checked input that is about its list. */
export function listRequestOf(input: object): ListRequest {
  const { page, limit, sort, sortDir, ...rest } = input as Record<string, unknown>
  const filters = Object.entries(rest).filter(([name, value]) => filterNames.has(name) && value !== undefined)
  return {
    ...(typeof page === 'number' && { page }),
    ...(typeof limit === 'number' && { limit }),
    ...(typeof sort === 'string' && {
      order: { by: sort, direction: sortDir === 'desc' ? 'desc' : 'asc' },
    }),
    filters: Object.fromEntries(filters),
  }
}

const itemNames = ['items', 'data', 'results', 'rows', 'list', 'records', 'content']
const totalNames = [
  'total',
  'count',
  'totalCount',
  'totalItems',
  'totalElements',
  'totalRows',
  'totalRecords',
]
const frameNames = ['meta', 'pagination', 'paging', 'page', 'info']

/** How many objects a list may stand inside of. */
const maxFrames = 2

/**
 * The object that holds the rows of a list as its `items`, in any of the usual frames, with their total where it is told.
 * @param raw as `readJson` gives it
 */
export function listIn(raw: unknown): { items: unknown[]; total?: unknown } | null {
  // Some answer a list without rows by nothing; with a sentence beside it that may be an apology.
  return rowsIn(raw, maxFrames) ?? (isEmptyList(raw, maxFrames) && !hasSentence(raw) ? { items: [] } : null)
}

function rowsIn(raw: unknown, frames: number): { items: unknown[]; total?: unknown } | null {
  if (Array.isArray(raw)) return { items: raw as unknown[] }
  if (!isObject(raw) || frames < 0) return null
  for (const name of itemNames) {
    const found = rowsIn(fieldOf(raw, name), frames - 1)
    if (found) return { ...raw, ...found, total: found.total ?? totalIn(raw) }
  }
  const [rows, another] = Object.entries(raw).filter(
    ([name, value]) => Array.isArray(value) && !besideRows.includes(name),
  )
  return rows && !another ? { ...raw, items: rows[1] as unknown[], total: totalIn(raw) } : null
}

function isEmptyList(raw: unknown, frames: number): boolean {
  if (raw === null) return true
  return isObject(raw) && frames >= 0 && itemNames.some((name) => isEmptyList(fieldOf(raw, name), frames - 1))
}

/** Lists that may stand beside the rows, and are none of theirs. */
const besideRows = ['errors', 'warnings', 'messages', 'links', 'trace']

function totalIn(raw: Record<string, unknown>): unknown {
  for (const holder of [raw, ...frameNames.map((name) => fieldOf(raw, name))]) {
    if (!isObject(holder)) continue
    const total = totalNames.map(lookupIn(holder)).find((value) => value !== undefined)
    if (total !== undefined) return total
  }
  return undefined
}

/** An upstream may give fewer rows a page than it is asked for, but hardly fewer than these. */
const fewestPerPage = 20

/**
 * One page of what came, with its length as far as that is told or follows.
 * @param list rows as they were read, the total that was told, and how many further rows could not be read
 * @param timeZone the IANA zone of calendar days
 */
export function pageOfList(
  list: { items: readonly unknown[]; total: unknown; leftOut: number },
  { page = 1, limit = 20, order, filters = {} }: ListRequest,
  timeZone: string,
): ListPage {
  const { items, leftOut } = list
  const told = typeof list.total === 'number' ? list.total : null
  const count = items.length + leftOut
  const isPart = told !== null && told > count
  const isUnpaged = count > limit && !isPart
  const isLast = count < Math.min(limit, fewestPerPage) && (count > 0 || page === 1)
  const isWhole = isUnpaged || (page === 1 && isLast && !isPart)

  const fitting = filtered(items, filters, timeZone)
  const isUnfiltered = fitting.length < items.length
  const sorted = isWhole && order ? inOrder(fitting, order) : null
  const rows = sorted ?? fitting
  const rules: ListRule[] = [
    ...(isUnfiltered ? (['unfiltered'] as const) : []),
    ...(sorted ? (['unsorted'] as const) : []),
  ]
  const isTotalTold = told !== null && !isUnfiltered
  const before = (page - 1) * limit

  // What came is everything.
  if (isUnpaged)
    return {
      items: rows.slice(before, before + limit),
      total: rows.length + leftOut,
      ...{ page, limit, rules },
    }
  // It has pages of another size: theirs are the ones that can be turned.
  const size = isPart && count > limit ? count : limit
  const follows = isLast && !(isUnfiltered && page > 1) ? before + rows.length + leftOut : null
  return { items: rows, total: isTotalTold ? told : follows, page, limit: size, rules }
}

type RowFilter = (row: Record<string, unknown>, wanted: unknown, timeZone: string) => boolean

/** A row that doesn't tell is let through, be it that the upstream knows better. */
const sameWord =
  (name: string): RowFilter =>
  (row, wanted) => {
    const own = fieldOf(row, name)
    return typeof own !== 'string' || own === 'unknown' || own === wanted
  }

const rowFilters: Readonly<Record<string, RowFilter>> = {
  status: sameWord('status'),
  type: sameWord('type'),
  currency: sameWord('currency'),
  account: sameWord('account'),
  level: ({ level }, wanted) => typeof level !== 'number' || level === wanted,
  // What was read is told by its time; what tells none may be either.
  unread: ({ readAt }, wanted) => wanted !== 'true' || typeof readAt !== 'string',
  from: ({ createdAt }, day, timeZone) =>
    typeof createdAt !== 'string' || dayOf(createdAt, timeZone) >= String(day),
  to: ({ createdAt }, day, timeZone) =>
    typeof createdAt !== 'string' || dayOf(createdAt, timeZone) <= String(day),
}

const filterNames: ReadonlySet<string> = new Set([...Object.keys(rowFilters), 'search'])

/** `YYYY-MM-DD` of a moment. */
const dayOf = (time: string, timeZone: string): string =>
  new TZDate(time, timeZone).toISOString().slice(0, 10)

/** The rows without those that say of themselves that they are others than what was asked for. */
function filtered(
  rows: readonly unknown[],
  filters: NonNullable<ListRequest['filters']>,
  timeZone: string,
): unknown[] {
  const { search, ...others } = filters
  const wanted = Object.entries(others)
  const fitting = rows.filter(
    (row) =>
      !isObject(row) || wanted.every(([name, value]) => rowFilters[name]?.(row, value, timeZone) ?? true),
  )
  const found = typeof search === 'string' && search ? fitting.filter((row) => hasText(row, search)) : []
  // Where no row shows the text, the upstream may have searched what its rows don't tell.
  return found.length > 0 ? found : fitting
}

function hasText(row: unknown, text: string): boolean {
  const values = isObject(row) ? Object.values(row) : []
  return values.some((value) => typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase()))
}

/**
 * The rows of a whole list in the order that was asked for, or null where they stand in it already or do not all tell what
 * they would be sorted by. Rows are as they were read: amounts are decimal strings, and times compare as texts.
 */
function inOrder(rows: readonly unknown[], { by, direction }: ListOrder): unknown[] | null {
  const keyed = rows.map((row) => ({ row, key: isObject(row) ? fieldOf(row, by) : undefined }))
  if (!keyed.every((one): one is { row: unknown; key: string | number } => isKey(one.key))) return null
  const sign = direction === 'desc' ? -1 : 1
  const sorted = keyed.toSorted((one, other) => sign * compareKeys(one.key, other.key))
  return sorted.every(({ row }, place) => row === rows[place]) ? null : sorted.map(({ row }) => row)
}

const isKey = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const decimal = /^-?\d+(\.\d+)?$/

function compareKeys(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [String(one), String(other)]
  if (decimal.test(a) && decimal.test(b)) return compare(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}
