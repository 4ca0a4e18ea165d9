import { TZDate } from '@date-fns/tz'
import { compare } from '~/money/decimal'
import { fieldOf, isObject, lookupIn } from './json.server'
import { hasSentence } from './verdict.server'

/**
 * Reads lists of any upstream: rows and total in one of the usual envelopes, paged or complete, with or without the sorting
 * and filters that were requested. What the upstream ignores is applied here as far as the received rows allow. A total is
 * returned only if it is known.
 */

/** The requested order of a list. */
export interface ListOrder {
  /** The name of a field of the rows. */
  by: string
  direction: 'asc' | 'desc'
}

/** The list parameters of a request. */
export interface ListRequest {
  /** From 1. */
  page?: number
  limit?: number
  order?: ListOrder
  /** Filter values by their query parameter. */
  filters?: Readonly<Record<string, unknown>>
}

/** What was applied here because the upstream ignored it. */
export type ListRule =
  /** A complete list was not in the requested order, and was sorted. */
  | 'unsorted'
  /** Rows that don't match the filters were removed. */
  | 'unfiltered'

export interface ListPage {
  items: unknown[]
  /** The number of all rows that match; null if it is not known. */
  total: number | null
  page: number
  limit: number
  rules: ListRule[]
}

/** The list parameters in a call's validated input. */
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
const envelopeNames = ['meta', 'pagination', 'paging', 'page', 'info']

/** How many envelopes a list may be nested in. */
const maxDepth = 2

/**
 * Unwraps the usual envelopes of a list. @returns an object with the rows as `items` and the total, if there is one
 * @param raw the result of `readJson`
 */
export function listIn(raw: unknown): { items: unknown[]; total?: unknown } | null {
  // Some upstreams send no list if there are no rows. With a message it may be an error, so it is not read as empty.
  return rowsIn(raw, maxDepth) ?? (isEmptyList(raw, maxDepth) && !hasSentence(raw) ? { items: [] } : null)
}

function rowsIn(raw: unknown, depth: number): { items: unknown[]; total?: unknown } | null {
  if (Array.isArray(raw)) return { items: raw as unknown[] }
  if (!isObject(raw) || depth < 0) return null
  for (const name of itemNames) {
    const found = rowsIn(fieldOf(raw, name), depth - 1)
    if (found) return { ...raw, ...found, total: found.total ?? totalIn(raw) }
  }
  const [rows, another] = Object.entries(raw).filter(
    ([name, value]) => Array.isArray(value) && !besideRows.includes(name),
  )
  return rows && !another ? { ...raw, items: rows[1] as unknown[], total: totalIn(raw) } : null
}

function isEmptyList(raw: unknown, depth: number): boolean {
  if (raw === null) return true
  return isObject(raw) && depth >= 0 && itemNames.some((name) => isEmptyList(fieldOf(raw, name), depth - 1))
}

/** Names of other lists that an answer may have besides its rows. */
const besideRows = ['errors', 'warnings', 'messages', 'links', 'trace']

function totalIn(raw: Record<string, unknown>): unknown {
  for (const holder of [raw, ...envelopeNames.map((name) => fieldOf(raw, name))]) {
    if (!isObject(holder)) continue
    const total = totalNames.map(lookupIn(holder)).find((value) => value !== undefined)
    if (total !== undefined) return total
  }
  return undefined
}

/** An upstream may cap its page size, but hardly below these. */
const fewestPerPage = 20

/**
 * The requested page of the received rows, with the total as far as it is stated or follows.
 * @param list the parsed rows, the stated total, and the number of rows that could not be parsed
 * @param timeZone the IANA zone of calendar days
 */
export function pageOfList(
  list: { items: readonly unknown[]; total: unknown; leftOut: number },
  { page = 1, limit = 20, order, filters = {} }: ListRequest,
  timeZone: string,
): ListPage {
  const { items, leftOut } = list
  const total = typeof list.total === 'number' ? list.total : null
  const count = items.length + leftOut
  const isPart = total !== null && total > count
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
  const isTotalKnown = total !== null && !isUnfiltered
  const before = (page - 1) * limit

  // The received rows are all there are.
  if (isUnpaged)
    return {
      items: rows.slice(before, before + limit),
      total: rows.length + leftOut,
      ...{ page, limit, rules },
    }
  // The upstream has a page size of its own, by which its pages are counted.
  const size = isPart && count > limit ? count : limit
  const follows = isLast && !(isUnfiltered && page > 1) ? before + rows.length + leftOut : null
  return { items: rows, total: isTotalKnown ? total : follows, page, limit: size, rules }
}

type RowFilter = (row: Record<string, unknown>, wanted: unknown, timeZone: string) => boolean

/** A row without the field matches: the upstream may have filtered by data that it does not send. */
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
  // A notification is read if it has a time of reading; without the field it may be either.
  unread: ({ readAt }, wanted) => wanted !== 'true' || typeof readAt !== 'string',
  from: ({ createdAt }, day, timeZone) =>
    typeof createdAt !== 'string' || dayOf(createdAt, timeZone) >= String(day),
  to: ({ createdAt }, day, timeZone) =>
    typeof createdAt !== 'string' || dayOf(createdAt, timeZone) <= String(day),
}

const filterNames: ReadonlySet<string> = new Set([...Object.keys(rowFilters), 'search'])

/** The calendar day of a moment, as `YYYY-MM-DD`. */
const dayOf = (time: string, timeZone: string): string =>
  new TZDate(time, timeZone).toISOString().slice(0, 10)

/** Removes the rows that contradict the filters. */
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
  // If no row contains the text, the upstream may have searched fields that it does not send.
  return found.length > 0 ? found : fitting
}

function hasText(row: unknown, text: string): boolean {
  const values = isObject(row) ? Object.values(row) : []
  return values.some((value) => typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase()))
}

/**
 * Sorts a complete list in the requested order. Null if it is sorted already, or if a row lacks the field. Parsed rows have
 * amounts as decimal strings, and times that compare as text.
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
