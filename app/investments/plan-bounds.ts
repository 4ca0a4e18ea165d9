import { type Plan } from '~/contract/settings'
import { type ToldBounds } from './bounds-text'

/** What a plan takes of a currency; null where it does not take it. */
export function planBounds({ currencies, bounds, min, max }: Plan, currency: string): ToldBounds | null {
  if (!currencies.includes(currency)) return null
  // An upstream that lists bounds by currency leaves out currencies that it does not accept now; the plan's own
  // bounds are in USDT.
  if (Object.keys(bounds).length > 0) return bounds[currency] ?? null
  return currency === 'USDT' ? { min, max } : { min: null, max: null }
}
