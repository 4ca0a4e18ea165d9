import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages, type Language } from '~/contract/languages'
import { formatAmount } from './format'
import { parseAmount } from './parse'

const understood: [Language, string, string][] = [
  ['en', '1000', '1000'],
  ['en', '1000.50', '1000.5'],
  ['en', '1,000.50', '1000.5'],
  ['en', '1,000', '1000'],
  ['en', '12,345,678.9', '12345678.9'],
  ['en', '1 000.50', '1000.5'],
  ['en', '1.000', '1'],
  ['en', '.5', '0.5'],
  ['en', '  700 ', '700'],
  ['en', '0', '0'],
  ['ru', '1000', '1000'],
  ['ru', '1000,50', '1000.5'],
  ['ru', '1 000,50', '1000.5'],
  ['ru', '1\u00a0000,50', '1000.5'],
  ['ru', '1\u202f000,50', '1000.5'],
  ['ru', '1000.5', '1000.5'],
  ['ru', '1 000.5', '1000.5'],
  ['ru', '1,000', '1'],
  ['ru', '0.001', '0.001'],
  ['ru', '1000.500', '1000.5'],
  ['ru', '1 234 567,89', '1234567.89'],
  ['ru', '007', '7'],
]

test.each(understood)('%s «%s» is %s', (language, typed, value) => {
  expect(parseAmount(typed, language, 6)).toEqual({ ok: true, value })
})

const askedBack: [Language, string][] = [
  ['en', '1,5'],
  ['en', '1.000,5'],
  ['en', '1,00'],
  ['en', '1,0000'],
  ['en', '1000,000'],
  ['en', '0,500'],
  ['en', '1 000,50'],
  ['en', '1,000 000'],
  ['en', '1.000.000'],
  ['en', '1 00'],
  ['ru', '1.000'],
  ['ru', '12.345'],
  ['ru', '123.456'],
  ['ru', '1 000.500'],
  ['ru', '1,000.5'],
  ['ru', '1.000,5'],
  ['ru', '1,000,000'],
  ['ru', '1.000.000'],
  ['ru', '1 00,5'],
  ['ru', '1  000'],
]

test.each(askedBack)('%s «%s» is refused as ambiguous', (language, typed) => {
  expect(parseAmount(typed, language, 6)).toEqual({ ok: false, code: 'amount_ambiguous' })
})

describe.each(languages)('in %s', (language) => {
  test.each([
    ['', 'amount_required'],
    ['   ', 'amount_required'],
    ['1e3', 'amount_exponent'],
    ['1.5E-7', 'amount_exponent'],
    ['-5', 'amount_negative'],
    ['−5', 'amount_negative'],
    ['+5', 'amount_sign'],
    ['١٠٠', 'amount_digits'],
    ['１００', 'amount_digits'],
    ['½', 'amount_digits'],
    ['100 USDT', 'amount_invalid'],
    ['0x10', 'amount_invalid'],
    ['Infinity', 'amount_invalid'],
    ['5.', 'amount_invalid'],
    ['.', 'amount_invalid'],
    ["1'000", 'amount_invalid'],
    ['9'.repeat(65), 'amount_invalid'],
  ])('«%s» is %s', (typed, code) => {
    expect(parseAmount(typed, language, 6)).toEqual({ ok: false, code })
  })

  test('decimals are limited by the currency, without trailing zeros', () => {
    expect(parseAmount('1.1234567', language, 6)).toEqual({
      ok: false,
      code: 'amount_decimals',
      params: { count: 6 },
    })
    expect(parseAmount('1.123456000', language, 6)).toEqual({ ok: true, value: '1.123456' })
    expect(parseAmount('0.123456789012345678', language, 18)).toEqual({
      ok: true,
      value: '0.123456789012345678',
    })
  })

  test('an exactly displayed amount can be typed back', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.stringMatching(/^(|\d{0,17}[1-9])$/))
      .map(([whole, fraction]) => `${whole}${fraction && `.${fraction}`}`)
    fc.assert(
      fc.property(amount, (value) => {
        const locale = language === 'ru' ? 'ru-RU' : 'en-GB'
        const shown = formatAmount(locale, value, 'ETH', { exact: true }).replace(/\u00a0ETH$/, '')
        expect(parseAmount(shown, language, 18)).toEqual({ ok: true, value })
      }),
      { numRuns: 2000 },
    )
  })

  test('for any input, the result is a decimal string or an error code', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[0-9.,\u00a0 eE+-]{0,20}$/))
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parseAmount(text, language, 8)
        if (parsed.ok) expect(parsed.value).toMatch(/^(0|[1-9]\d*)(\.\d{0,7}[1-9])?$/)
        else expect(parsed.code).toMatch(/^amount_/)
      }),
      { numRuns: 5000 },
    )
  })
})
