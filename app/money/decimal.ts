import makeBig from 'big.js'

/**
 * Arithmetic on decimal strings, exact to the last digit. A figure is never a JavaScript number, and what
 * does not fit is cut toward zero, never rounded.
 */

const Big = makeBig()
Big.RM = Big.roundDown
// Wide enough that a quotient is exact past every currency's scale before it is cut.
Big.DP = 40

/** −1, 0 or 1, as a sort wants it. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  return Big(a).cmp(b)
}

export function add(a: string, b: string): string {
  return Big(a).plus(b).toFixed()
}

export function subtract(a: string, b: string): string {
  return Big(a).minus(b).toFixed()
}

export function multiply(a: string, b: string): string {
  return Big(a).times(b).toFixed()
}

/** The quotient, cut after `decimals` digits. The divisor is not zero. */
export function divide(a: string, b: string, decimals: number): string {
  return truncate(Big(a).div(b).toFixed(), decimals)
}

/** The quotient, rounded up. Only minimums are rounded up (docs/rules.md). */
export function divideUp(a: string, b: string, decimals: number): string {
  return Big(a).div(b).round(decimals, Big.roundUp).toFixed()
}

/** The sum of no figures is 0. */
export function sum(values: readonly string[]): string {
  return values.reduce(add, '0')
}

/** Cut toward zero after `decimals` digits; trailing zeros are dropped. */
export function truncate(value: string, decimals: number): string {
  const cut = Big(value).round(decimals, Big.roundDown)
  return cut.eq(0) ? '0' : cut.toFixed()
}

export function isZero(value: string): boolean {
  return Big(value).eq(0)
}

export function isPositive(value: string): boolean {
  return Big(value).gt(0)
}
