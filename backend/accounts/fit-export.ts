/**
 * Fits an export into what a reader of the contract accepts: 2 MiB an answer. Invariants: the oldest rows are left out
 * first; the answer names the shortened lists and where to get the rest of each.
 */

/** Below the 2 MiB, with room for the rest of the answer. */
export const maxBytes = 1_900_000
/** Rows of one list that are read at all; as many of the shortest fill the answer. */
export const maxRows = 10_000

/** Where a whole list is available page by page. The company provides the others on request. */
const calls: Partial<Record<string, string>> = {
  operations: 'GET /user/operations/',
  refills: 'GET /funds/refills',
  payments: 'GET /funds/payments',
  deposits: 'GET /funds/deposits',
  notifications: 'GET /notification',
}

export interface Left {
  list: string
  /** The call that returns the rest; null if there is none. */
  call: string | null
}

/**
 * Shortens the longest lists at their ends until the export fits.
 * @param held lists newest first, each of at most one row more than `maxRows`
 */
export function fitted(
  held: Record<string, unknown>,
  max = maxBytes,
): Record<string, unknown> & { more: Left[] } {
  const lists = new Map<string, unknown[]>()
  const sizes = new Map<string, number[]>()
  const whole: Record<string, unknown> = { ...held }
  for (const [name, value] of Object.entries(held)) {
    if (!Array.isArray(value)) continue
    const kept = value.slice(0, maxRows) as unknown[]
    lists.set(name, kept)
    sizes.set(name, kept.map(bytesOf))
    whole[name] = []
  }
  let left = max - bytesOf(whole)
  // The shortest list first: the unused part of its share goes to the others.
  const byLength = [...sizes].map(([name, each]) => ({ name, each, bytes: sum(each) }))
  byLength.sort((a, b) => a.bytes - b.bytes)
  const more: Left[] = []
  byLength.forEach(({ name, each, bytes }, at) => {
    const share = Math.max(0, Math.floor(left / (byLength.length - at)))
    const rows = bytes <= share ? each.length : fitting(each, share)
    left -= sum(each.slice(0, rows))
    whole[name] = lists.get(name)!.slice(0, rows)
    if (rows < (held[name] as unknown[]).length) more.push({ list: name, call: calls[name] ?? null })
  })
  return { ...whole, more }
}

/** How many of the first fit. */
function fitting(each: number[], share: number): number {
  let used = 0
  const beyond = each.findIndex((bytes) => (used += bytes) > share)
  return beyond < 0 ? each.length : beyond
}

/** With the comma that follows it. */
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? 'null') + 1

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
