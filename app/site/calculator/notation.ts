/**
 * How the island reads and writes amounts. It has no texts: the page provides the signs. It accepts only unambiguous
 * amounts (`~/money/parse` judges the rest, on the server) and writes as `~/money/format` does; tests compare both.
 */

export interface Notation {
  coin: string
  /** Between thousands, and before the decimals. */
  group: string
  point: string
  /** How many decimals the coin has, and how many are always shown. */
  scale: number
  shown: number
}

/** The decimal string of an amount typed plainly, or null: the server has to judge it. */
export function plainAmount(
  typed: string,
  { point, scale }: Pick<Notation, 'point' | 'scale'>,
): string | null {
  const plain = new RegExp(`^\\d{1,30}([${point}]\\d{1,${scale}})?$`)
  return plain.test(typed.trim()) ? typed.trim().replace(point, '.') : null
}

/** `1,000.50 USDT`, with a space that does not break. @param cut only the decimals that are always shown */
export function written(value: string, { coin, group, point, shown }: Notation, cut = false): string {
  const [whole = '', fraction = ''] = value.split('.')
  const digits = (cut ? fraction.slice(0, shown) : fraction).padEnd(shown, '0')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${digits && point + digits}\u00a0${coin}`
}
