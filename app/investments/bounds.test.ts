import { expect, test } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { outOfBounds, outOfBoundsText } from './out-of-bounds.server'
import { minShown, maxShown } from '~/money/shown-bounds'

const usdt = { currency: 'USDT', decimals: 6, min: '10', max: '5000' }

test.each([
  ['9.999999', { code: 'amount_below_min', params: { min: '10', currency: 'USDT' } }],
  ['10', null],
  ['5000', null],
  ['5000.000001', { code: 'amount_above_max', params: { max: '5000', currency: 'USDT' } }],
  ['10.0000001', { code: 'amount_decimals', params: { count: 6 } }],
  ['10.000001', null],
])('%s', (amount, answer) => {
  expect(outOfBounds(amount, usdt)).toEqual(answer)
})

test('a bound that the upstream does not set does not exist', () => {
  expect(outOfBounds('999999.000000000000000001', { currency: 'ETH', min: '0.01', max: null })).toBeNull()
})

test('every reason has a text', () => {
  const { en, ru } = createServerI18n('Europe/Vilnius')
  expect(outOfBoundsText('9', usdt, en)?.replace(/\s/g, ' ')).toBe('The minimum is 10.00 USDT')
  expect(outOfBoundsText('5001', usdt, ru)?.replace(/\s/g, ' ')).toBe('Максимум — 5 000,00 USDT')
  expect(outOfBoundsText('10.0000001', usdt, ru)).toBe('Не больше 6 знаков после запятой')
  expect(outOfBoundsText('10', usdt, en)).toBeNull()
})

test('the minimum itself is allowed, and so is the maximum', () => {
  expect(minShown('0.035556187665558499', 'ETH')).toBe('0.03555619')
  expect(minShown('0.03555618', 'ETH')).toBe('0.03555618')
  expect(minShown('20', 'USDT')).toBe('20')
  expect(maxShown('1.777805827659158385', 'ETH')).toBe('1.77780582')
  expect(maxShown('4999.99', 'USDT')).toBe('4999.99')

  const { en } = createServerI18n('Europe/Vilnius')
  const bounds = { currency: 'ETH', min: '0.035556187665558499', max: '1.777805827659158385' }
  const problemWith = (amount: string) => outOfBoundsText(amount, bounds, en)?.replace(/\s/g, ' ')
  expect(problemWith('0.01')).toBe('The minimum is 0.03555619 ETH')
  expect(problemWith('2')).toBe('The maximum is 1.77780582 ETH')
})
