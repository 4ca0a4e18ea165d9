import { describe, expect, test } from 'vitest'
import { type PaymentSystem } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { createServerI18n } from '~/locale/texts.server'
import { withdrawalReceiptOf } from './receipt.server'

const { en } = createServerI18n('Europe/Vilnius')
const now = new Date('2026-01-05T12:00:00.000Z')

// Only the parts of a system, a balance and a quote that are read.
const payment = { enabled: true, min: '20', max: null, fee: '1', hours: 96, requires: [] }
const tether = { id: 'usdt-trc20', currency: 'USDT', network: 'TRC-20', decimals: 6, payment }
const bitcoin = {
  ...{ id: 'btc', currency: 'BTC', network: 'Bitcoin', decimals: 8 },
  payment: { ...payment, min: '0.001', fee: '0.0001' },
}
const systems = [
  tether,
  bitcoin,
  { ...tether, id: 'free', payment: { ...payment, fee: '0' } },
  { ...tether, id: 'unknown-fee', payment: { ...payment, fee: null } },
] as unknown as PaymentSystem[]
const held = (amount: string) => ({ balance: amount, balance_dep: '0', rate: '1', inUsdt: amount })
const balance = { currencies: { USDT: held('700'), BTC: held('0.01') } } as unknown as Balance
const quote = {
  items: [{ coin: 'BTC', rate: '50000', exchangeable: true }],
  ...{ rateId: null, spreadPercent: '0', expiresAt: null, holdsMs: null },
} as unknown as Parameters<typeof withdrawalReceiptOf>[2]

const receiptOf = (amount: string | null, system = 'usdt-trc20', rates = quote) =>
  withdrawalReceiptOf({ system, amount }, { systems, balance }, rates, now, en)

describe('the receipt of a withdrawal', () => {
  test('what arrives is the amount less the fee', () => {
    expect(receiptOf('200')).toMatchObject({
      problem: null,
      figures: { amount: '200', fee: '1', net: '199', expectedBy: '2026-01-09T12:00:00.000Z', bought: null },
    })
    expect(receiptOf('1,200.50', 'free').problem).toBe('Not enough money on the balance')
    expect(receiptOf('200', 'free').figures).toMatchObject({ fee: null, net: '200' })
  })

  test('without a known fee, it is not known what arrives', () => {
    expect(receiptOf('200', 'unknown-fee').figures).toMatchObject({ fee: undefined, net: null })
  })

  test('a coin that is missing is bought for USDT', () => {
    expect(receiptOf('0.012', 'btc').figures).toMatchObject({
      fromBalance: '0.01',
      bought: { fromUsdt: '100', rate: '50000' },
    })
    // Without rates only what needs none has figures.
    expect(receiptOf('0.012', 'btc', null)).toEqual({ problem: null, figures: null, example: null })
    expect(receiptOf('0.01', 'btc', null).figures).toMatchObject({ bought: null })
  })

  test.each([
    ['19.99', 'The minimum is 20.00\u00a0USDT'],
    ['20.0000001', 'No more than 6 digits after the point'],
    ['twenty', 'Write the amount in digits, for example 12.50'],
    ['-20', 'Amount cannot be less than 0'],
  ])('an amount that can not be withdrawn has the error of the form: %s', (amount, problem) => {
    expect(receiptOf(amount)).toEqual({ problem, figures: null, example: null })
  })

  test.each([
    [null, 'gone'],
    ['', ''],
    ['200', 'gone'],
    ['200', ''],
  ])('nothing is said of %j by %j', (amount, system) => {
    expect(receiptOf(amount, system)).toEqual({ problem: null, figures: null, example: null })
  })

  test('before an amount is typed there is an example of a small one, whatever the balance', () => {
    expect(receiptOf(null)).toMatchObject({ figures: null, example: { amount: '20', fee: '1', net: '19' } })
    expect(receiptOf('', 'btc').example).toMatchObject({ amount: '0.001', net: '0.0009', bought: null })
    const noMoney = { currencies: {} } as unknown as Balance
    const typed = { system: 'usdt-trc20', amount: null }
    expect(withdrawalReceiptOf(typed, { systems, balance: noMoney }, null, now, en).example?.net).toBe('19')
  })
})
