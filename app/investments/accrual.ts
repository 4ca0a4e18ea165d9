/**
 * What a deposit accrues, exactly, on decimal strings. The server and the browser's island share this module, so it
 * uses only `BigInt`: big.js would take most of an island's size limit. A test compares it with big.js. Amounts are
 * counted in units of their currency's scale: at scale 6, 1.5 USDT are 1500000 of them.
 */

export interface Terms {
  /** Percent a day of the first term, a decimal string. */
  percent: string
  /** How many days it runs. */
  days: number
  /** The factor of the percentage after the first term, a decimal string. */
  multiplier: string
  /** The maximum number of days of the second term; 0 without one. */
  restDays: number
}

/** A month of the calculator, in days. */
export const monthDays = 30

/** The product of decimals that are not negative, in units of a scale; what does not fit is cut, never rounded. */
export function unitsOf(scale: number, ...factors: string[]): bigint {
  let units = 10n ** BigInt(scale)
  let decimals = 0
  for (const factor of factors) {
    const [whole = '', fraction = ''] = factor.split('.')
    units *= BigInt(whole + fraction)
    decimals += fraction.length
  }
  return units / 10n ** BigInt(decimals)
}

/** Units as a decimal string without redundant zeros. */
export function decimalOf(units: bigint, scale: number): string {
  const digits = `${units}`.padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0*$/, '')
}

/**
 * All accruals up to a day, in units. Each day's is cut separately, as it is booked, and never earns anything itself
 * (docs/rules.md); past the end of the second term nothing is added.
 */
export function accruedBy(
  day: number,
  amount: string,
  scale: number,
  { percent, days, multiplier, restDays }: Terms,
): bigint {
  const inFirst = Math.min(day, days)
  const inSecond = Math.min(day, days + restDays) - inFirst
  const aDay = unitsOf(scale, amount, percent, '0.01')
  const aLaterDay = unitsOf(scale, amount, percent, multiplier, '0.01')
  return aDay * BigInt(inFirst) + aLaterDay * BigInt(inSecond)
}
