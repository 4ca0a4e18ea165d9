import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, scaleOf, worthInUsdt } from './currencies'
import { compare, isLess, isZero, multiply, plain, unit } from './decimal'
import { exchangeRate, exchangedAmount, isCoveredBy, minFor, paysFor, purchasePrice } from './exchange'

const at = (from: string, to: string, spreadPercent = '0') => ({ from, to, spreadPercent })
const seed = Number(process.env.TEST_SEED ?? Date.now())

test('the bought amount is rounded down at its own scale', () => {
  // 100 / 61,234.56 = 0.00163306472…
  expect(exchangedAmount('100', at('1', '61234.56'), 'BTC')).toBe('0.00163306')
  // 0.5 × 61,234.56 / 2,512.34 = 12.186758161713780778 0794…
  expect(exchangedAmount('0.5', at('61234.56', '2512.34'), 'ETH')).toBe('12.186758161713780778')
  expect(exchangedAmount('0.000001', at('1', '61234.56'), 'BTC')).toBe('0')
})

test('a spread makes the rate worse by its percentage, in both directions', () => {
  expect(exchangedAmount('1000', at('1', '50000', '0.5'), 'BTC')).toBe('0.0199')
  expect(exchangedAmount('0.02', at('50000', '1', '0.5'), 'USDT')).toBe('995')
  expect(exchangeRate(at('50000', '1', '0.5'))).toBe('49750')
  expect(minFor('0.00000001', at('1', '50000', '0.5'), 'USDT')).toBe('0.000503')
})

test('a withdrawal buys its currency at the price of an exchange', () => {
  expect(purchasePrice('61234.56', '0')).toBe('61234.56')
  expect(purchasePrice('50000', '20')).toBe('62500')
  // 50,000 / 0.995 = 50,251.256281407035175879 3969…, rounded in the house's favour
  expect(purchasePrice('50000', '0.5')).toBe('50251.25628140703517588')
})

test('the displayed rate is one currency in the other', () => {
  expect(exchangeRate(at('61234.56', '1'))).toBe('61234.56')
  expect(exchangeRate(at('1', '4'))).toBe('0.25')
})

test('a quote is covered while the present rates give as much, to the last digit', () => {
  const quoted = { amount: '1000', amountTo: '0.02' }
  expect(isCoveredBy(quoted, { from: '1', to: '50000' })).toBe(true)
  expect(isCoveredBy(quoted, { from: '1', to: '49999' })).toBe(true)
  expect(isCoveredBy(quoted, { from: '1', to: '50000.000000000000000001' })).toBe(false)
  expect(paysFor({ paid: '150', bought: '0.003' }, '50000')).toBe(true)
  expect(paysFor({ paid: '150', bought: '0.003' }, '50000.001')).toBe(false)
})

const rate = fc.bigInt({ min: 1n, max: 10n ** 24n }).map((n) => plain(`${n}e-18`))
const amount = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((n) => plain(`${n}e-18`))
const spread = fc.integer({ min: 0, max: 20_000_000 }).map((n) => plain(`${n}e-6`))
const currency = fc.constantFrom(...currencies)
const cases = { seed, numRuns: 1_000 }

test(`at its quoted rates an exchange is always covered, and a round trip never gains (seed ${seed})`, () => {
  fc.assert(
    fc.property(amount, rate, rate, spread, currency, currency, (given, from, to, percent, of, into) => {
      const there = exchangedAmount(given, at(from, to, percent), into)
      expect(isCoveredBy({ amount: given, amountTo: there }, { from, to })).toBe(true)
      const back = exchangedAmount(there, at(to, from, percent), of)
      expect(compare(back, given)).not.toBe(1)
    }),
    cases,
  )
})

test(`at any later rates, a covered exchange is worth no more than what was given (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      amount,
      fc.tuple(rate, rate),
      fc.tuple(rate, rate),
      spread,
      currency,
      (given, then, now, percent, into) => {
        const amountTo = exchangedAmount(given, at(...then, percent), into)
        const [from, to] = now
        const gains = isLess(multiply(given, from), multiply(amountTo, to))
        expect(isCoveredBy({ amount: given, amountTo }, { from, to })).toBe(!gains)
      },
    ),
    cases,
  )
})

test(`the displayed minimum buys something (seed ${seed})`, () => {
  fc.assert(
    fc.property(rate, rate, spread, currency, currency, (from, to, percent, of, into) => {
      const minimum = minFor(unit(scaleOf(into)), at(from, to, percent), of)
      expect(isZero(exchangedAmount(minimum, at(from, to, percent), into))).toBe(false)
    }),
    cases,
  )
})

test(`a purchase at its own price always pays for what is bought (seed ${seed})`, () => {
  fc.assert(
    fc.property(amount, rate, spread, (bought, worth, percent) => {
      const paid = worthInUsdt(bought, purchasePrice(worth, percent))
      expect(paysFor({ paid, bought }, worth)).toBe(true)
    }),
    cases,
  )
})
