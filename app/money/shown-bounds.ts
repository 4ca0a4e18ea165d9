import { shownDecimals } from './currencies'
import { divideUp, truncate } from './decimal'

/** A minimum in the digits that its currency shows: rounded up, so that the figure that is told is enough. */
export function minShown(min: string, currency: string): string {
  return divideUp(min, '1', shownDecimals(currency))
}

/** A maximum in the digits that its currency shows: cut, so that the figure that is told is allowed. */
export function maxShown(max: string, currency: string): string {
  return truncate(max, shownDecimals(currency))
}
