import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, compare, divide, isPositive, isZero, multiply, subtract, sum, truncate } from './decimal'

test("amounts that a float can't represent exactly", () => {
  expect(add('0.1', '0.2')).toBe('0.3')
  expect(subtract('1000000000000.000000000000000001', '0.000000000000000001')).toBe('1000000000000')
  expect(multiply('300', '0.0111')).toBe('3.33')
  expect(add('0.000000000000000001', '0')).toBe('0.000000000000000001')
  expect(sum([])).toBe('0')
  expect(sum(['1.1', '2.2', '-3.3'])).toBe('0')
})

test('digits beyond the scale are cut toward zero', () => {
  expect(truncate('1.999999', 2)).toBe('1.99')
  expect(truncate('-1.999999', 2)).toBe('-1.99')
  expect(truncate('-0.009', 2)).toBe('0')
  expect(divide('2', '3', 6)).toBe('0.666666')
  expect(divide('-2', '3', 6)).toBe('-0.666666')
})

test('bounds are compared as decimals, one unit to either side', () => {
  expect(compare('99.999999', '100')).toBe(-1)
  expect(compare('100.000000', '100')).toBe(0)
  expect(compare('100.000001', '100')).toBe(1)
  expect(isZero('0.000')).toBe(true)
  expect(isPositive('0.000000000000000001')).toBe(true)
  expect(isPositive('-1')).toBe(false)
})

test('adding and subtracting units agrees with whole numbers', () => {
  const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
  const decimal = (value: bigint) => {
    const digits = String(value < 0n ? -value : value).padStart(19, '0')
    return `${value < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`
  }
  fc.assert(
    fc.property(units, units, (a, b) => {
      expect(compare(add(decimal(a), decimal(b)), decimal(a + b))).toBe(0)
      expect(compare(subtract(decimal(a), decimal(b)), decimal(a - b))).toBe(0)
      expect(compare(decimal(a), decimal(b))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
    { numRuns: 1000 },
  )
})
