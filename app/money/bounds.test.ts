import { expect, test } from 'vitest'
import { parseBoundedAmount } from './bounds'

const usdt = { currency: 'USDT', decimals: 6, min: '10', max: '5000' }

test.each([
  ['9.999999', { ok: false, code: 'amount_below_min', params: { min: '10', currency: 'USDT' } }],
  ['10', { ok: true, value: '10' }],
  ['10.000000', { ok: true, value: '10' }],
  ['5,000', { ok: true, value: '5000' }],
  ['5000.000001', { ok: false, code: 'amount_above_max', params: { max: '5000', currency: 'USDT' } }],
  ['10.0000001', { ok: false, code: 'amount_decimals', params: { count: 6 } }],
  ['-10', { ok: false, code: 'amount_negative' }],
])('%s', (typed, answer) => {
  expect(parseBoundedAmount(typed, 'en', usdt)).toEqual(answer)
})

test('a bound that the upstream does not set is none', () => {
  const open = { currency: 'ETH', decimals: 18, min: '0.01', max: null }
  expect(parseBoundedAmount('999999', 'en', open)).toEqual({ ok: true, value: '999999' })
})
