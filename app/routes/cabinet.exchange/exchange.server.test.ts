import { expect, test } from 'vitest'
import { type Rate } from '~/contract/user'
import { createServerI18n } from '~/locale/texts.server'
import {
  defaultCoin,
  exchangeOf,
  exchangeOptionsForPage,
  exchangeReceiptOf,
  type ExchangeOptions,
  shownRate,
} from './exchange.server'

const { en } = createServerI18n('Europe/Vilnius')

const coin = (code: string, rate: string): Rate => ({
  coin: code,
  title: code,
  exchangeable: true,
  rate,
  change24h: '0',
  updatedAt: '2026-03-01T12:00:00.000Z',
})
const held = (balance: string) => ({ balance, balance_dep: '0', rate: '1', inUsdt: balance })
const coins = [coin('USDT', '1'), coin('BTC', '64000'), coin('TRX', '0.12')]
const options = {
  quote: {
    rateId: 'quote-1',
    items: coins,
    spreadPercent: '0',
    expiresAt: '2026-03-01T12:02:00.000Z',
    holdsMs: 120_000,
  },
  coins,
  balance: { currencies: { USDT: held('1000'), BTC: held('0.02') } },
  min: '10',
} as unknown as ExchangeOptions

const withoutQuote = { keepsQuote: false }
const reviewOf = (from: string, to: string, amount: string, rate?: string) =>
  exchangeOf({ from, to, amount, rate }, options, withoutQuote, en)

test('the result is rounded down to the scale of its currency, and both balances are shown', () => {
  expect(reviewOf('USDT', 'BTC', '100.000001')).toMatchObject({
    review: {
      amountTo: '0.0015625', // 100.000001 / 64000 = 0.001562500015625
      given: { before: '1000', after: '899.999999' },
      got: { before: '0.02', after: '0.0215625' },
      shown: { one: 'BTC', amount: '64000', currency: 'USDT' },
      before: null,
    },
  })
})

test('a spread is included in the rate, in the result and in the minimum that buys anything', () => {
  const dear = { ...options, min: '0', quote: { ...options.quote, spreadPercent: '0.5' } }
  const sold = exchangeOf({ from: 'BTC', to: 'USDT', amount: '0.01' }, dear, withoutQuote, en)
  expect(sold).toMatchObject({
    review: { amountTo: '636.8', rate: '63680', spreadPercent: '0.5', shown: { amount: '63680' } },
  })
  // 0.00000001 × 64,000 / 0.995 = 0.000643…
  const minimum = (amount: string) => exchangeOf({ from: 'USDT', to: 'BTC', amount }, dear, withoutQuote, en)
  expect(minimum('0.000643')).toHaveProperty('problems.amount')
  expect(minimum('0.000644')).toMatchObject({ review: { amountTo: '0.00000001' } })
})

test('the rate that was shown before is beside the new one', () => {
  expect(reviewOf('BTC', 'USDT', '0.01', '63000')).toMatchObject({
    review: { before: { one: 'BTC', amount: '63000' }, shown: { one: 'BTC', amount: '64000' } },
  })
})

test.each([
  ['below the minimum, which rounds up', 'BTC', 'USDT', '0.00015624', 'The minimum is 0.00015625\u00a0BTC'],
  [
    'with more decimals than the currency',
    'USDT',
    'BTC',
    '100.0000001',
    'No more than 6 digits after the point',
  ],
  ['above the available balance', 'USDT', 'BTC', '1000.000001', 'Not enough money on the balance'],
  ['of a currency without balance', 'TRX', 'USDT', '100', 'Not enough money on the balance'],
])('an amount %s is reported at its field', (_, from, to, amount, text) => {
  expect(reviewOf(from, to, amount)).toEqual({ problems: { amount: text } })
})

test('the confirmation of a quote is not refused by the minimum at a newer rate', () => {
  const request = { from: 'BTC', to: 'USDT', amount: '0.00015624', rateId: 'quote-0' }
  expect(exchangeOf(request, options, { keepsQuote: true }, en)).toMatchObject({
    review: { figures: '0.00015624 BTC USDT' },
  })
  const unquoted = { ...request, rateId: undefined }
  for (const [form, keepsQuote] of [
    [request, false],
    [unquoted, true],
  ] as const)
    expect(exchangeOf(form, options, { keepsQuote }, en)).toMatchObject({
      problems: { amount: /The minimum/ },
    })
})

test('without a limit, the minimum is what buys one unit, shown in cents', () => {
  const free = { ...options, min: '0' }
  const result = exchangeOf({ from: 'USDT', to: 'BTC', amount: '0.000639' }, free, withoutQuote, en)
  expect(result).toEqual({ problems: { amount: 'The minimum is 0.01\u00a0USDT' } })
})

test("a currency that can't be exchanged is reported at its own field", () => {
  const text = "This currency can't be exchanged now"
  expect(reviewOf('DOGE', 'USDT', '10')).toEqual({ problems: { from: text } })
  expect(reviewOf('USDT', 'DOGE', '10')).toEqual({ problems: { to: text } })
})

test.each([
  ['USDT for one BTC', '64123.45', 'BTC', 'USDT', { one: 'BTC', amount: '64123.45', currency: 'USDT' }],
  // 1 / 64123.45 rounded down to 18 decimals: the displayed price is exact to the last digit.
  [
    'BTC for one USDT',
    '0.000015594918863535',
    'USDT',
    'BTC',
    { one: 'BTC', amount: '64123.45', currency: 'USDT' },
  ],
  ['of equal worth', '1', 'USDT', 'BTC', { one: 'USDT', amount: '1', currency: 'BTC' }],
])('a rate is shown as the price of the more valuable currency: %s', (_, rate, from, to, result) => {
  expect(shownRate(rate, from, to)).toEqual(result)
})

test('unknown values are not made up: no balance, no limit, no fixed rate', () => {
  const bare = {
    ...options,
    quote: { ...options.quote, rateId: null, expiresAt: null, holdsMs: null },
    balance: { currencies: { USDT: { ...held('1000'), balance: null } } },
    min: null,
  } as unknown as ExchangeOptions
  expect(exchangeOf({ from: 'USDT', to: 'BTC', amount: '5000' }, bare, withoutQuote, en)).toMatchObject({
    review: { amountTo: '0.078125', given: null, got: null, rateId: null, expiresAt: null, holdsMs: null },
  })
  expect(exchangeOptionsForPage(bare)).toMatchObject({
    coins: [{ free: null }, { free: null }, { free: null }],
    min: null,
    holdsRates: false,
  })
})

test('the receipt of what is typed has the figures of the review, or its error', () => {
  const receiptOf = (from: string, to: string, amount: string | null) =>
    exchangeReceiptOf({ from, to, amount }, options, en)
  const review = reviewOf('USDT', 'BTC', '100.5')
  expect(receiptOf('USDT', 'BTC', '100.50')).toEqual({
    problem: null,
    figures: 'review' in review ? review.review : null,
    example: null,
  })
  expect(receiptOf('USDT', 'BTC', '9')).toEqual({
    problem: 'The minimum is 10.00\u00a0USDT',
    figures: null,
    example: null,
  })
  expect(receiptOf('USDT', 'BTC', '1,000.01').problem).toBe('Not enough money on the balance')
  expect(receiptOf('USDT', 'BTC', 'ten').problem).toMatch(/in digits/)
  for (const nothing of [
    receiptOf('', 'BTC', null),
    receiptOf('DOGE', '', ''),
    receiptOf('USDT', '', '100'),
    receiptOf('USDT', 'USDT', '100'),
    receiptOf('USDT', 'DOGE', '100'),
  ])
    expect(nothing).toEqual({ problem: null, figures: null, example: null })
  // Before an amount is typed: the smallest that can be exchanged, into another currency than itself.
  for (const to of ['BTC', '', 'USDT', 'DOGE'])
    expect(receiptOf('USDT', to, null)).toMatchObject({
      figures: null,
      example: { from: 'USDT', to: 'BTC', amountFrom: '10', given: null, got: null },
    })
})

test('the first currency with money is chosen', () => {
  const empty = { ...options, balance: { currencies: { USDT: held('0'), BTC: held('0.02') } } }
  expect(defaultCoin(exchangeOptionsForPage(empty as unknown as ExchangeOptions))).toBe('BTC')
  const without = { ...options, balance: { currencies: {} } } as unknown as ExchangeOptions
  expect(defaultCoin(exchangeOptionsForPage(without))).toBe('')
})
