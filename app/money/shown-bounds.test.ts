import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from './decimal'
import { exampleAmount } from './shown-bounds'

test.each([
  ['10', null, '10'],
  ['20.00', null, '20'],
  ['90.70', null, '100'],
  ['45.35', '49', '45.35'],
  ['0.00121415', null, '0.002'],
  ['0.03224850', null, '0.05'],
  ['0.9', null, '1'],
  ['1', '1', '1'],
])('from %s up to %s: %s', (min, max, amount) => {
  expect(exampleAmount({ min, max })).toBe(amount)
})

test.each([null, '0', '0.00', '-5'])('a minimum of %s has no example', (min) => {
  expect(exampleAmount({ min, max: '100' })).toBeNull()
})

test('an example is within the bounds', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.stringMatching(/^[0-9]{1,18}$/))
    .map(([whole, fraction]) => `${whole}.${fraction}`)
  fc.assert(
    fc.property(decimal, decimal, (min, more) => {
      const max = compare(more, min) > 0 ? more : null
      const amount = exampleAmount({ min, max })
      if (amount === null) return
      expect(compare(amount, min)).toBeGreaterThanOrEqual(0)
      if (max !== null) expect(compare(amount, max)).toBeLessThanOrEqual(0)
    }),
  )
})
