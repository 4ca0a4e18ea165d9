import { expect, test } from 'vitest'
import { exchangeRate, exchangedAmount } from './exchange'

test('what is bought is cut at its own scale', () => {
  // 100 / 61,234.56 = 0.00163306472…
  expect(exchangedAmount('100', { from: '1', to: '61234.56' }, 'BTC')).toBe('0.00163306')
  // 0.5 × 61,234.56 / 2,512.34 = 12.186758161713780778 0794…
  expect(exchangedAmount('0.5', { from: '61234.56', to: '2512.34' }, 'ETH')).toBe('12.186758161713780778')
  expect(exchangedAmount('0.000001', { from: '1', to: '61234.56' }, 'BTC')).toBe('0')
})

test('the rate shown is one currency in the other', () => {
  expect(exchangeRate({ from: '61234.56', to: '1' })).toBe('61234.56')
  expect(exchangeRate({ from: '1', to: '4' })).toBe('0.25')
})
