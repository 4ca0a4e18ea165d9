/**
 * The upstream's clock as far as its `Date` headers tell. Time left is counted from it, since the upstream
 * decides what has run out: a demonstration's clock stands days away from ours.
 */

/** A `Date` header has whole seconds and has travelled; below this the two clocks are taken as one. */
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
