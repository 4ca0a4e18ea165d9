import { expect, test } from 'vitest'
import { type Plan } from '~/contract/settings'
import { highlightsOf, tariffFigures } from './tariffs.server'

const plan = (id: string, figures: Partial<Plan> = {}): Plan => ({
  id,
  tariff: 'breeze',
  title: id,
  currencies: ['USDT'],
  min: '100',
  max: null,
  bounds: {},
  dailyPercent: '1.11',
  termDays: 50,
  extension: { days: 50, multiplier: '2' },
  available: true,
  ...figures,
})

test('tariffs are sorted by their minimum, and show what their second term pays', () => {
  const figures = tariffFigures([
    plan('tsunami', { min: '25000', dailyPercent: '3.33' }),
    plan('breeze'),
    plan('depth', { min: '5000', dailyPercent: '2.22', extension: { days: 0, multiplier: '2' } }),
  ])
  expect(figures.map(({ id, extension }) => [id, extension])).toEqual([
    ['breeze', { days: 50, dailyPercent: '2.22', bothTermsPercent: '166.5' }],
    ['depth', null],
    ['tsunami', { days: 50, dailyPercent: '6.66', bothTermsPercent: '499.5' }],
  ])
})

test('claims are about the plans that can be opened now', () => {
  const figures = tariffFigures([
    plan('breeze', { min: '200' }),
    plan('depth', { min: '5000', dailyPercent: '2.22' }),
    plan('tsunami', { min: '25000', dailyPercent: '3.33', available: false }),
  ])
  expect(highlightsOf(figures)).toEqual({
    highestPercent: '2.22',
    termDays: 50,
    // 200 × 1.11 % × 50
    example: { plan: { tariff: 'breeze', title: 'breeze' }, amount: '200', earns: '111', days: 50 },
  })
})

test('ten percent is more than nine, compared as numbers', () => {
  expect(
    highlightsOf(tariffFigures([plan('a', { dailyPercent: '9' }), plan('b', { dailyPercent: '10' })])),
  ).toEqual(expect.objectContaining({ highestPercent: '10' }))
})

test('plans with different terms have no common one, and without a plan no claim is made', () => {
  expect(highlightsOf(tariffFigures([plan('a'), plan('b', { termDays: 60 })]))?.termDays).toBeNull()
  expect(highlightsOf(tariffFigures([plan('a', { available: false })]))).toBeNull()
})

test('a plan with an unknown minimum comes last, and is no example', () => {
  const figures = tariffFigures([
    plan('secret', { min: null }),
    plan('depth', { min: '5000' }),
    plan('breeze'),
  ])
  expect(figures.map(({ id }) => id)).toEqual(['breeze', 'depth', 'secret'])
  expect(highlightsOf(figures)?.example?.amount).toBe(figures[0]?.min)
  expect(highlightsOf(tariffFigures([plan('secret', { min: null })]))?.example).toBeNull()
})
