import { expect, test } from 'vitest'
import {
  add,
  decimalsOf,
  percentOf,
  plain,
  quotient,
  quotientUp,
  subtract,
  sum,
  truncate,
  unit,
} from './decimal'

test('18 decimals are exact', () => {
  expect(add('0.000000000000000001', '1000000')).toBe('1000000.000000000000000001')
  expect(subtract('0.3', '0.1')).toBe('0.2')
  expect(sum(['0.1', '0.2', '-0.3'])).toBe('0')
})

test('rounding goes toward zero from both sides', () => {
  expect(truncate('1.29', 1)).toBe('1.2')
  expect(truncate('-1.29', 1)).toBe('-1.2')
  expect(truncate('0.9999999', 6)).toBe('0.999999')
  expect(truncate('-0.0000009', 6)).toBe('0')
})

test('a quotient is rounded down, a minimum rounds up by one step at most', () => {
  expect(quotient('2', '3', 6)).toBe('0.666666')
  expect(quotientUp('2', '3', 6)).toBe('0.666667')
  expect(quotientUp('100', '50000', 8)).toBe('0.002')
  expect(quotientUp('0', '3', 6)).toBe('0')
})

test('a minimum rounds up although the difference is beyond every scale', () => {
  // 1 / 0.99…9 (70 nines) is 1.00…01 with the first digit after the point in the 70th place
  expect(quotientUp('1', `0.${'9'.repeat(70)}`, 6)).toBe('1.000001')
})

test('percentages are exact', () => {
  expect(percentOf('300', '1.11')).toBe('3.33')
  expect(percentOf('0.00000001', '1.11')).toBe('0.000000000111')
})

test('plain notation at every size', () => {
  expect(unit(18)).toBe('0.000000000000000001')
  expect(plain('007.50')).toBe('7.5')
  expect(plain('100000000000000000000000')).toBe('100000000000000000000000')
  expect(decimalsOf('1.500')).toBe(1)
  expect(decimalsOf('100')).toBe(0)
})
