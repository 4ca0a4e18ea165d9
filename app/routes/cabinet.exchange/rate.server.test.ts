import { expect, test } from 'vitest'
import { shownRate } from './rate.server'

test.each([
  ['USDT for one BTC', '64123.45', 'BTC', 'USDT', { one: 'BTC', amount: '64123.45', currency: 'USDT' }],
  // 1 / 64123.45 cut at 18 decimals: the price comes back to the last digit.
  [
    'BTC for one USDT',
    '0.000015594918863535',
    'USDT',
    'BTC',
    { one: 'BTC', amount: '64123.45', currency: 'USDT' },
  ],
  ['of equal worth', '1', 'USDT', 'BTC', { one: 'USDT', amount: '1', currency: 'BTC' }],
])('a rate is told as the price of the dearer one: %s', (_, rate, from, to, told) => {
  expect(shownRate(rate, from, to)).toEqual(told)
})
