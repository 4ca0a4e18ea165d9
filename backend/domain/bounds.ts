/**
 * Amounts against their bounds. Invariants: bounds are compared as decimals and each refusal names the bound
 * that was missed. Minimums are set in USD and round up in the currency; maximums are cut (docs/rules.md).
 */
import { maxAtOnce, scaleOf } from './currencies'
import { type Decimal, decimalsOf, isLess, isNegative, isZero, quotient, quotientUp } from './decimal'
import { Refusal } from './refusal'

export interface Bounds {
  min: Decimal
  max: Decimal | null
}

/** Bounds set in USDT, in a currency at its rate. */
export function boundsAt(inUsdt: Bounds, currency: string, rate: Decimal): Bounds {
  return {
    min: minimumAt(inUsdt.min, currency, rate),
    max: inUsdt.max === null ? null : quotient(inUsdt.max, rate, scaleOf(currency)),
  }
}

/** A minimum set in USD, in a currency at its rate: `ceil(min / rate)`. */
export const minimumAt = (minUsd: Decimal, currency: string, rate: Decimal): Decimal =>
  quotientUp(minUsd, rate, scaleOf(currency))

/**
 * Throws a Refusal of the field `amount` when it is negative, has more decimals than the currency, or lies outside the
 * bounds. With a minimum of 0 the amount still has to be positive, and without a maximum it still has to fit the
 * ledger.
 */
export function checkAmount(amount: Decimal, currency: string, { min, max }: Bounds): void {
  if (isNegative(amount)) throw new Refusal('amount_negative', { field: 'amount' })
  if (decimalsOf(amount) > scaleOf(currency)) {
    throw Refusal.ofField('amount', 'amount_decimals', { count: scaleOf(currency) })
  }
  if (isLess(amount, min) || isZero(amount)) {
    throw new Refusal('amount_below_min', { field: 'amount', params: { min, currency } })
  }
  const upper = max ?? maxAtOnce
  if (isLess(upper, amount)) {
    throw new Refusal('amount_above_max', { field: 'amount', params: { max: upper, currency } })
  }
}
