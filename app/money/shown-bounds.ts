import { shownDecimals } from './currencies'
import { divideUp, truncate } from './decimal'

/** Both bounds where they are known. */
export function boundsShown<Bounds extends { min: string | null; max: string | null }>(
  bounds: Bounds,
  currency: string,
): Bounds {
  const { min, max } = bounds
  return {
    ...bounds,
    min: min === null ? null : minShown(min, currency),
    max: max === null ? null : maxShown(max, currency),
  }
}

/** A minimum in the digits that its currency shows: rounded up, so that the shown figure is enough. */
export function minShown(min: string, currency: string): string {
  return divideUp(min, '1', shownDecimals(currency))
}

/** A maximum in the digits that its currency shows: cut, so that the shown figure is allowed. */
export function maxShown(max: string, currency: string): string {
  return truncate(max, shownDecimals(currency))
}
