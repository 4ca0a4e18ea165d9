import { type Plan } from '~/contract/settings'
import { type I18n } from '~/locale/create'

/** The minimum and the maximum, decimal strings; null if there is none, or the upstream does not provide it. */
export interface KnownBounds {
  min: string | null
  max: string | null
}

/** Both bounds as text, with all digits; null if neither is known. */
export function boundsText(
  { t, amount }: Pick<I18n, 't' | 'amount'>,
  { min, max }: KnownBounds,
  currency: string,
): string | null {
  const exact = (bound: string) => amount(bound, currency, { exact: true })
  if (min !== null && max !== null) return t('common:bounds.range', { min: exact(min), max: exact(max) })
  if (min !== null) return t('common:bounds.from', { min: exact(min) })
  return max === null ? null : t('common:bounds.upTo', { max: exact(max) })
}

/** A plan's bounds in a currency; null if it does not accept it. */
export function planBounds({ currencies, bounds, min, max }: Plan, currency: string): KnownBounds | null {
  if (!currencies.includes(currency)) return null
  // An upstream that lists bounds by currency leaves out currencies that it does not accept now; the plan's own
  // bounds are in USDT.
  if (Object.keys(bounds).length > 0) return bounds[currency] ?? null
  return currency === 'USDT' ? { min, max } : { min: null, max: null }
}
