import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatPercent, splitAmount } from './format'

/** A non-breaking space, shown as `_` so that the expected texts can be read. */
const seen = (text: string) => text.replaceAll('\u00a0', '_')

test.each([
  ['1234567.891', 'USDT', '1,234,567.89_USDT', '1_234_567,89_USDT'],
  ['1000', 'USDT', '1,000.00_USDT', '1_000,00_USDT'],
  ['0', 'USDT', '0.00_USDT', '0,00_USDT'],
  ['0.999999', 'USDT', '0.99_USDT', '0,99_USDT'],
  ['-0.009', 'USDT', '0.00_USDT', '0,00_USDT'],
  ['-1000.5', 'USDT', '−1,000.50_USDT', '−1_000,50_USDT'],
  ['0.123456789', 'BTC', '0.12345678_BTC', '0,12345678_BTC'],
  ['1.123456789012345678', 'ETH', '1.12345678_ETH', '1,12345678_ETH'],
  ['700.129999', 'TRX', '700.12_TRX', '700,12_TRX'],
  ['5', 'DOGE', '5.00000000_DOGE', '5,00000000_DOGE'],
])('%s %s', (value, currency, english, russian) => {
  expect(seen(formatAmount('en-GB', value, currency))).toBe(english)
  expect(seen(formatAmount('ru-RU', value, currency))).toBe(russian)
})

test.each([
  ['1.123456789012345678', 'ETH', '1.123456789012345678_ETH'],
  ['1.500000', 'USDT', '1.50_USDT'],
  ['1.123456', 'USDT', '1.123456_USDT'],
  ['-0.000001', 'USDT', '−0.000001_USDT'],
  ['99999999999999999999.999999999999999999', 'ETH', '99,999,999,999,999,999,999.999999999999999999_ETH'],
])('%s %s with all of its digits', (value, currency, text) => {
  expect(seen(formatAmount('en-GB', value, currency, { exact: true }))).toBe(text)
})

test('an amount in parts', () => {
  expect(splitAmount('ru-RU', '-1234.5', 'USDT')).toEqual({
    sign: '−',
    integer: '1\u00a0234',
    separator: ',',
    fraction: '50',
    currency: 'USDT',
  })
})

test.each([
  ['3.33', '3.33%', '3,33_%'],
  ['5.00', '5%', '5_%'],
  ['-12.3', '−12.3%', '−12,3_%'],
  ['0.0001', '0.0001%', '0,0001_%'],
])('%s percent', (value, english, russian) => {
  expect(seen(formatPercent('en-GB', value))).toBe(english)
  expect(seen(formatPercent('ru-RU', value))).toBe(russian)
})

test('an amount is never rounded up', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.stringMatching(/^\d{1,18}$/))
    .map(([whole, fraction]) => ({ whole, fraction, value: `${whole}.${fraction}` }))
  fc.assert(
    fc.property(amount, ({ whole, fraction, value }) => {
      const shown = formatAmount('en-GB', value, 'USDT').replace(/[^\d.]/g, '')
      expect(shown).toBe(`${whole}.${`${fraction}00`.slice(0, 2)}`)
    }),
    { numRuns: 2000 },
  )
})
