import Big from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accruedBy, decimalOf, unitsOf } from './accrual'

/** Decimal strings without redundant zeros, with up to this many digits before and after the point. */
const decimals = (whole: number, fraction: number) =>
  fc
    .tuple(fc.bigInt(0n, 10n ** BigInt(whole)), fc.integer({ min: 0, max: fraction }))
    .chain(([integer, length]) =>
      length === 0
        ? fc.constant(`${integer}`)
        : fc
            .bigInt(0n, 10n ** BigInt(length) - 1n)
            .map((digits) => `${integer}.${`${digits}`.padStart(length, '0')}`),
    )

const scales = fc.constantFrom(0, 2, 6, 8, 18)

const terms = fc.record({
  percent: decimals(2, 6),
  days: fc.integer({ min: 1, max: 400 }),
  multiplier: decimals(1, 4),
  restDays: fc.integer({ min: 0, max: 400 }),
})

const cut = (value: Big, scale: number) => value.round(scale, Big.roundDown)

test('a product equals that of big.js, rounded down', () => {
  fc.assert(
    fc.property(scales, fc.array(decimals(12, 20), { minLength: 1, maxLength: 4 }), (scale, factors) => {
      const exact = factors.reduce((product, factor) => product.times(factor), new Big(1))
      expect(decimalOf(unitsOf(scale, ...factors), scale)).toBe(cut(exact, scale).toFixed())
    }),
    { numRuns: 5000 },
  )
})

test('accruals equal those of a ledger that books each day separately, by big.js', () => {
  fc.assert(
    fc.property(
      scales,
      decimals(12, 18),
      terms,
      fc.integer({ min: 0, max: 900 }),
      (scale, amount, plan, day) => {
        const { percent, days, multiplier, restDays } = plan
        let booked = new Big(0)
        for (let k = 1; k <= Math.min(day, days + restDays); k++) {
          const rate = k <= days ? new Big(percent) : new Big(percent).times(multiplier)
          booked = booked.plus(cut(rate.times(amount).times('0.01'), scale))
        }
        expect(decimalOf(accruedBy(day, amount, scale, plan), scale)).toBe(booked.toFixed())
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  ['1000', 6, '555', '1665'],
  ['0.000001', 6, '0', '0'],
  ['123.456789', 6, '68.5185', '205.5555'],
  ['0.123456789012345678', 18, '0.06851851790185185', '0.20555555370555555'],
])('%s at scale %i', (amount, scale, first, both) => {
  const breeze = { percent: '1.11', days: 50, multiplier: '2', restDays: 50 }
  expect(decimalOf(accruedBy(50, amount, scale, breeze), scale)).toBe(first)
  expect(decimalOf(accruedBy(100, amount, scale, breeze), scale)).toBe(both)
})
