import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '~/contract/languages'
import { createServerI18n } from '~/locale/texts.server'
import { scaleOf, shownDecimals } from '~/money/currencies'
import { parseAmount } from '~/money/parse'
import { plainAmount, written } from './notation'

const texts = createServerI18n('Europe/Vilnius')
const signs = { ru: { group: '\u00a0', point: ',' }, en: { group: ',', point: '.' } }
const coins = fc.constantFrom('USDT', 'BTC', 'ETH', 'TRX', 'DOGE')

describe.each(languages)('in %s', (language) => {
  const notationOf = (coin: string) => ({
    coin,
    ...signs[language],
    scale: scaleOf(coin),
    shown: shownDecimals(coin),
  })

  test('the island writes amounts like the server', () => {
    const values = fc
      .tuple(fc.bigInt(0n, 10n ** 15n), fc.stringMatching(/^(\d{0,17}[1-9])?$/))
      .map(([whole, fraction]) => (fraction ? `${whole}.${fraction}` : `${whole}`))
    fc.assert(
      fc.property(values, coins, (value, coin) => {
        const { amount } = texts[language]
        expect(written(value, notationOf(coin))).toBe(amount(value, coin, { exact: true }))
        expect(written(value, notationOf(coin), true)).toBe(amount(value, coin))
      }),
      { numRuns: 3000 },
    )
  })

  test('the island parses amounts like the server', () => {
    const typed = fc.oneof(
      fc.stringMatching(/^[0-9]{1,5}[.,]?[0-9]{0,8}$/),
      fc.stringMatching(/^[0-9.,\u00a0 eE+-]{0,12}$/),
      fc.string(),
    )
    fc.assert(
      fc.property(typed, coins, (text, coin) => {
        const plain = plainAmount(text, notationOf(coin))
        if (plain === null) return
        const parsed = parseAmount(text, language, scaleOf(coin))
        expect(parsed.ok).toBe(true)
        if (parsed.ok) expect(tidy(plain)).toBe(parsed.value)
      }),
      { numRuns: 10_000 },
    )
  })

  test('it parses the usual notation, and leaves the rest to the server', () => {
    const { point } = signs[language]
    expect(plainAmount(` 1000${point}5 `, notationOf('USDT'))).toBe('1000.5')
    for (const text of ['', '1e3', '1 000', '-1', `1${point}0000001`, `1${point}`, '١'])
      expect(plainAmount(text, notationOf('USDT')), text).toBeNull()
  })
})

/** Without redundant zeros. */
function tidy(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const rest = fraction.replace(/0+$/, '')
  return (whole.replace(/^0+/, '') || '0') + (rest && `.${rest}`)
}
