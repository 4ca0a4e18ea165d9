/**
 * Time is passed in, never read from the system: terms, accruals and expiries read a clock that tests and the
 * demonstration can move. Two clocks run in the backend: the product's (ledger, terms, expiry of top-ups, the `Date`
 * header), which the demonstration moves on, and the real one (sessions, codes, quotes of rates), which never moves by
 * hand.
 */
export interface Clock {
  now(): Date
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The machine's own time. */
export const realClock: Clock = { now: () => new Date() }

export interface ProductClock extends Clock {
  /** How far the demonstration has moved this clock ahead of the real one, in whole days. */
  readonly offsetDays: number
  /** Sets the distance. Throws a RangeError when that would turn the clock back. */
  moveTo(offsetDays: number): void
}

/** The clock of money: `base` (real time by default), moved on by whole days and never back. */
export function createProductClock(offsetDays = 0, base: Clock = realClock): ProductClock {
  let offset = offsetDays
  return {
    now: () => new Date(base.now().getTime() + offset * dayMs),
    get offsetDays() {
      return offset
    },
    moveTo(next) {
      if (!Number.isInteger(next) || next < offset) {
        throw new RangeError(`the clock stands at ${offset} days and can't be moved to ${next}`)
      }
      offset = next
    },
  }
}
