import { errorText } from '~/locale/error-text'
import { type I18n } from '~/locale/create'
import { compare } from '~/money/decimal'

/** The bounds of an amount: decimal strings of one currency. */
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

/** The error text of an amount outside its bounds; null if it is within them. Both bounds are allowed values. */
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
