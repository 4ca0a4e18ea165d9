/**
 * Exact arithmetic on decimal strings. Invariants: no amount is ever a float and only a minimum is ever rounded up.
 * Every function takes and returns plain notation (`0.000001`, never `1e-6`).
 */
import Big from 'big.js'

/** A decimal string such as `1000.5`; the currency is a separate field. */
export type Decimal = string

/** A constructor of our own, so that other code's settings of big.js can't reach the ledger. */
const Exact = Big()
// A quotient is cut toward zero, far beyond any currency's scale, and then cut again at the scale.
Exact.DP = 60
Exact.RM = 0

export const add = (a: Decimal, b: Decimal): Decimal => new Exact(a).plus(b).toFixed()
export const subtract = (a: Decimal, b: Decimal): Decimal => new Exact(a).minus(b).toFixed()
export const multiply = (a: Decimal, b: Decimal): Decimal => new Exact(a).times(b).toFixed()
export const negate = (value: Decimal): Decimal => new Exact(value).times(-1).toFixed()
export const sum = (values: Iterable<Decimal>): Decimal => {
  let total = new Exact(0)
  for (const value of values) total = total.plus(value)
  return total.toFixed()
}

/** −1 when `a` is less than `b`, 0 when equal, 1 when more. */
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => new Exact(a).cmp(b)
export const isLess = (a: Decimal, b: Decimal): boolean => compare(a, b) < 0
export const isZero = (value: Decimal): boolean => compare(value, '0') === 0
export const isNegative = (value: Decimal): boolean => compare(value, '0') < 0
export const isPositive = (value: Decimal): boolean => compare(value, '0') > 0

/** Cuts toward zero at `scale` decimals: `-1.29` at 1 is `-1.2`. */
export const truncate = (value: Decimal, scale: number): Decimal => new Exact(value).round(scale, 0).toFixed()

/** `a / b`, cut toward zero at `scale` decimals. `b` is not zero. */
export const quotient = (a: Decimal, b: Decimal, scale: number): Decimal =>
  new Exact(a).div(b).round(scale, 0).toFixed()

/** The smallest amount of `scale` decimals that is not less than `a / b`; for minimums. Neither is negative. */
export function quotientUp(a: Decimal, b: Decimal, scale: number): Decimal {
  const cut = quotient(a, b, scale)
  return isLess(multiply(cut, b), a) ? add(cut, unit(scale)) : cut
}

/** `value × percent / 100`, uncut. */
export const percentOf = (value: Decimal, percent: Decimal): Decimal =>
  new Exact(value).times(percent).times('0.01').toFixed()

/** The smallest step of a scale: `0.01` of 2. */
export const unit = (scale: number): Decimal => new Exact(10).pow(-scale).toFixed()

/** How many decimals the value has, not counting zeros at the end. */
export function decimalsOf(value: Decimal): number {
  const plain = new Exact(value).toFixed()
  const point = plain.indexOf('.')
  return point === -1 ? 0 : plain.length - point - 1
}

/** The same value without insignificant zeros: `007.50` is `7.5`. */
export const plain = (value: Decimal): Decimal => new Exact(value).toFixed()
