import { type Plan } from '~/contract/settings'
import { errorText } from '~/locale/error-text'
import { type I18n } from '~/locale/create'
import { compare } from '~/money/decimal'

/** What an amount must keep to: decimal strings of one currency. */
export interface Bounds {
  currency: string
  /** The maximum number of decimals; by default as many as could be parsed. */
  decimals?: number | null
  min?: string | null
  max?: string | null
}

/** `params` fill the text of the code; the currency accompanies the figure it belongs to. */
export interface OutOfBounds {
  code: 'amount_decimals' | 'amount_below_min' | 'amount_above_max'
  params: Record<string, string | number>
}

/** Why an amount does not lie between its bounds, or null where it does; both of them are allowed. */
export function outOfBounds(
  amount: string,
  { currency, decimals = null, min, max }: Bounds,
): OutOfBounds | null {
  const fraction = amount.split('.')[1] ?? ''
  if (decimals !== null && fraction.length > decimals)
    return { code: 'amount_decimals', params: { count: decimals } }
  if (min && compare(amount, min) < 0) return { code: 'amount_below_min', params: { min, currency } }
  if (max && compare(amount, max) > 0) return { code: 'amount_above_max', params: { max, currency } }
  return null
}

/** The same as text for the reader. */
export function outOfBoundsText(amount: string, bounds: Bounds, i18n: I18n): string | null {
  const outside = outOfBounds(amount, bounds)
  return outside && (errorText(i18n, outside.code, outside.params) ?? i18n.t('refusals:code.amount_invalid'))
}

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
