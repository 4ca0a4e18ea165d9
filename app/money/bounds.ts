import { type Language } from '~/i18n/languages'
import { compare } from './decimal'
import { parseAmount, type AmountProblem } from './parse'

/** What an amount must keep to: decimal strings of one currency. */
export interface Bounds {
  currency: string
  /** How many decimals the currency has. */
  decimals: number
  min?: string | null
  max?: string | null
}

/** `params` fill the text of the code; the currency stands beside the figure it belongs to. */
export type BoundedAmount =
  | { ok: true; value: string }
  | {
      ok: false
      code: AmountProblem | 'amount_below_min' | 'amount_above_max'
      params?: Record<string, string | number>
    }

/** The decimal string of what was typed, if it lies between the bounds; both of them are allowed. */
export function parseBoundedAmount(typed: string, language: Language, bounds: Bounds): BoundedAmount {
  const parsed = parseAmount(typed, language, bounds.decimals)
  return (parsed.ok && outOfBounds(parsed.value, bounds)) || parsed
}

/** Why an amount does not lie between its bounds, or null where it does. */
export function outOfBounds(
  amount: string,
  { currency, min, max }: Omit<Bounds, 'decimals'>,
): Extract<BoundedAmount, { ok: false }> | null {
  if (min && compare(amount, min) < 0) {
    return { ok: false, code: 'amount_below_min', params: { min, currency } }
  }
  if (max && compare(amount, max) > 0) {
    return { ok: false, code: 'amount_above_max', params: { max, currency } }
  }
  return null
}
