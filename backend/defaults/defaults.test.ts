import { expect, test } from 'vitest'
import { defaultCoins } from './coins'
import { defaultPaymentSystems } from './payment-systems'
import { defaultPlans, defaultSubscriptions } from './plans'
import { defaultSettings } from './settings'

/** The initial data of a database, compared with docs/rules.md by hand. */

test('the plans: 15, all four currencies, bounds in USDT; 50 days, then 50 at double (6, 7)', () => {
  const figures = defaultPlans.map(({ id, tariff, title, dailyPercent, min, max }) =>
    [id, tariff, title.en, dailyPercent, min, max].join(' '),
  )
  expect(figures).toEqual([
    'breeze breeze Breeze 1.11 100 4999.99',
    'depth depth Depth 2.22 5000 24999.99',
    'tsunami tsunami Tsunami 3.33 25000 ',
  ])
  for (const plan of defaultPlans) {
    expect(plan.currencies).toEqual(['USDT', 'BTC', 'ETH', 'TRX'])
    expect([plan.termDays, plan.extensionDays, plan.extensionMultiplier]).toEqual([50, 50, '2'])
    expect(plan.available ?? true).toBe(true)
  }
})

test('the ranks: by turnover, with matching percent and one-off bonus in USDT (12)', () => {
  expect(defaultSettings.ranks).toEqual([
    { rank: 'spark', turnover: '1000', percent: '5', bonus: '10' },
    { rank: 'chimera', turnover: '10000', percent: '7', bonus: '100' },
    { rank: 'monarch', turnover: '50000', percent: '10', bonus: '500' },
    { rank: 'goliath', turnover: '250000', percent: '12', bonus: '2500' },
    { rank: 'whale', turnover: '1000000', percent: '15', bonus: '10000' },
  ])
})

test('the referral levels: 7, 3 and 1 percent (11)', () => {
  expect(defaultSettings.referral).toEqual([
    { level: 1, percent: '7' },
    { level: 2, percent: '3' },
    { level: 3, percent: '1' },
  ])
})

test('the limits: investing from 100, withdrawing from 20 or 100 USD (9)', () => {
  expect(defaultSettings.limits).toEqual({
    exchange: { min: '10', spreadPercent: '0' },
    refill: { min: '10' },
    payment: { minUsd: { 'usdt-trc20': '20', btc: '100', eth: '100', trx: '20' } },
    deposit: { min: '100' },
    rest: { withdrawalHours: 24, factorRemovalHours: 72, walletHours: 24 },
    stepUp: { code: true },
  })
})

test('the systems: minimums in USD, fees, what each requires; an hour for a top-up (4), 96 for a withdrawal (9)', () => {
  const figures = defaultPaymentSystems.map((system) =>
    [
      system.id,
      system.currency,
      system.network,
      system.refillMinUsd,
      system.paymentMinUsd,
      system.paymentFee,
      system.paymentRequires.join('+'),
    ].join(' '),
  )
  expect(figures).toEqual([
    'usdt-trc20 USDT TRC-20 10 20 1 refill',
    'btc BTC Bitcoin 10 100 0.0001 refill+deposit',
    'eth ETH Ethereum 10 100 0.001 refill+deposit',
    'trx TRX TRON 10 20 2 refill',
  ])
})

test('the subscriptions: days, price in USDT; each waives the withdrawal fee (13)', () => {
  const figures = defaultSubscriptions.map(({ id, days, price, freePayments }) => [
    id,
    days,
    price,
    freePayments,
  ])
  expect(figures).toEqual([
    ['day', 1, '1.5', true],
    ['month', 30, '15', true],
    ['quarter', 90, '36', true],
  ])
})

test('at least twelve coins, of which the four that investors hold can be exchanged', () => {
  const exchangeable = defaultCoins.filter((coin) => coin.exchangeable).map(({ coin }) => coin)
  expect(exchangeable).toEqual(['USDT', 'BTC', 'ETH', 'TRX'])
  expect(new Set(defaultCoins.map(({ coin }) => coin)).size).toBeGreaterThanOrEqual(12)
})
