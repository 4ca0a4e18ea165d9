import { compare } from '~/money/decimal'
import { fieldOf, isObject } from './json.server'

/** How a list was asked to be sorted. */
export interface ListOrder {
  /** A field of its rows. */
  by: string
  direction: 'asc' | 'desc'
}

/**
 * The rows of a whole list in the order that was asked for, or null where they stand in it already or do not all tell what
 * they would be sorted by. Rows are as they were read: amounts are decimal strings, and times compare as texts.
 */
export function inOrder(rows: readonly unknown[], { by, direction }: ListOrder): unknown[] | null {
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
