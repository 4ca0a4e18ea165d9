import { LosslessNumber, parse } from 'lossless-json'

/**
 * JSON whose numbers keep their digits: `0.1`, `1e21` and eighteen decimals are read as they were written. What is no
 * JSON, or is nested deeper than can be followed, is undefined.
 */
export function readJson(text: string): unknown {
  try {
    const value = parse(text)
    return isDeeperThan(value, maxDepth) ? undefined : value
  } catch {
    return undefined
  }
}

/** Far deeper than any answer. */
const maxDepth = 100

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || isNumber(value)) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}

export const isNumber = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber

/** A JSON object, and no list, number or date. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value)
}

/** A field of a JSON object, and nothing that it inherits. */
export const fieldOf = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/**
 * Looks up fields of a JSON object: by their name, else by the same name in another case, such as `creation_date` or
 * `CreationDate` for `creationDate`. Other cases are worked out once for an object, and only if one is missing.
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

/** A longer name is none of the contract's. */
const maxNameLength = 64

const foldName = (name: string): string => name.slice(0, maxNameLength).replace(/[_-]/g, '').toLowerCase()

/** The same with JavaScript's own numbers, for what is no money. */
export function plainJson(value: unknown): unknown {
  if (isNumber(value)) return Number(value.value)
  if (Array.isArray(value)) return value.map(plainJson)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plainJson(field)]))
}
