import { LosslessNumber, parse } from 'lossless-json'

/**
 * Parses JSON with numbers that keep their digits: `0.1`, `1e21` and eighteen decimals stay as written. Undefined if the
 * text is no JSON or nested too deep.
 */
export function readJson(text: string): unknown {
  try {
    const value = parse(text)
    return isDeeperThan(value, maxDepth) ? undefined : value
  } catch {
    return undefined
  }
}

/** Deeper than any response. */
const maxDepth = 100

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || isNumber(value)) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}

export const isNumber = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber

/** Whether the value is a JSON object, and no list, number or date. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value)
}

/** An own property of a JSON object. */
export const fieldOf = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/**
 * Looks up fields of a JSON object by their name, else by the same name in another case, such as `creation_date` or
 * `CreationDate` for `creationDate`. The other cases are computed once per object, and only if a name is missing.
 */
export function lookupIn(object: Record<string, unknown>): (name: string) => unknown {
  let byFolded: Map<string, unknown> | undefined
  return (name) => {
    const own = fieldOf(object, name)
    if (own !== undefined && own !== null) return own
    byFolded ??= new Map(Object.entries(object).map(([other, value]) => [foldName(other), value]))
    return byFolded.get(foldName(name)) ?? own
  }
}

/** Longer names are not in the contract. */
const maxNameLength = 64

const foldName = (name: string): string => name.slice(0, maxNameLength).replace(/[_-]/g, '').toLowerCase()

/** The same value with JavaScript numbers, for what is not money. */
export function plainJson(value: unknown): unknown {
  if (isNumber(value)) return Number(value.value)
  if (Array.isArray(value)) return value.map(plainJson)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plainJson(field)]))
}
