import { shownDecimals } from './currencies'
import { compare, divideUp, isPositive, multiply, truncate } from './decimal'

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

/** A round amount within the bounds, to show an example with; null if there is no minimum to start from. */
export function exampleAmount({ min, max }: { min: string | null; max: string | null }): string | null {
  if (min === null || !isPositive(min)) return null
  const [whole = '', fraction = ''] = min.split('.')
  const places = /^0*$/.test(whole) ? -1 - fraction.search(/[1-9]/) : whole.replace(/^0+/, '').length - 1
  const unit = places < 0 ? `0.${'0'.repeat(-places - 1)}1` : `1${'0'.repeat(places)}`
  const round = ['1', '2', '5', '10']
    .map((times) => multiply(unit, times))
    .find((one) => compare(one, min) >= 0)
  return round === undefined || (max !== null && compare(round, max) > 0) ? min : round
}
