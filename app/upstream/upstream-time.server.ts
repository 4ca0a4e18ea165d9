/**
 * The upstream's clock, estimated from its `Date` headers. Remaining times are calculated with it, because the upstream
 * decides what has expired: a demonstration's clock may be days ahead of ours.
 */

/** `Date` headers have whole seconds and arrive late: clocks that differ by less are treated as equal. */
const toleranceMs = 2_000

export interface UpstreamTime {
  note(dateHeader: string | undefined): void
  now: () => Date
}

/** @param here this process's clock, in milliseconds since the epoch */
export function createUpstreamTime(here: () => number = Date.now): UpstreamTime {
  let aheadMs = 0
  return {
    note(dateHeader) {
      const there = Date.parse(dateHeader ?? '')
      if (Number.isNaN(there)) return
      const difference = there - here()
      aheadMs = Math.abs(difference) < toleranceMs ? 0 : difference
    },
    now: () => new Date(here() + aheadMs),
  }
}
