import { expect, test } from 'vitest'
import { cut, scaleOf, worthInUsdt } from './currencies'

test('each currency is rounded down at its own scale', () => {
  const long = '1.1234567890123456789'
  expect(cut(long, 'USDT')).toBe('1.123456')
  expect(cut(long, 'BTC')).toBe('1.12345678')
  expect(cut(long, 'ETH')).toBe('1.123456789012345678')
  expect(cut(long, 'TRX')).toBe('1.123456')
})

test('an unknown currency is an error', () => {
  expect(() => scaleOf('DOGE')).toThrow(RangeError)
  expect(() => scaleOf('toString')).toThrow(RangeError)
})

test('worth in USDT is always rounded down', () => {
  // 0.00333333 × 61,234.56 = 204.1149959…
  expect(worthInUsdt('0.00333333', '61234.56')).toBe('204.114995')
})
