import { describe, expect, test } from 'vitest'
import { type Plan } from '~/contract/settings'
import { type Rate } from '~/contract/user'
import { createServerI18n } from '~/locale/texts.server'
import { calculatorView } from './calculator.server'

const { ru, en } = createServerI18n('Europe/Vilnius')

const breeze: Plan = {
  id: 'breeze',
  tariff: 'breeze',
  title: 'Breeze',
  currencies: ['USDT', 'BTC', 'ETH'],
  min: '100',
  max: '4999.99',
  bounds: {
    USDT: { min: '100', max: '4999.99' },
    BTC: { min: '0.001', max: '0.0499999' },
    ETH: { min: '0.03', max: null },
  },
  dailyPercent: '1.11',
  termDays: 50,
  extension: { days: 50, multiplier: '2' },
  available: true,
}
const deep: Plan = {
  ...breeze,
  id: 'deep',
  title: 'Deep',
  currencies: ['USDT'],
  bounds: { USDT: { min: '5000', max: null } },
  extension: { days: 0, multiplier: '2' },
}
const rate = (coin: string, worth: string): Rate => ({
  coin,
  title: coin,
  exchangeable: true,
  rate: worth,
  change24h: '0',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const rates = [rate('USDT', '1'), rate('BTC', '100000'), rate('ETH', '3333.33')]

interface World {
  i18n?: typeof en
  plans?: Plan[]
  known?: Rate[] | null
}

const ask = (query = '', { i18n = en, plans = [breeze, deep], known = rates }: World = {}) =>
  calculatorView(plans, known, new URLSearchParams(query), i18n)!
const plain = (text: string | null) => text?.replace(/\s/g, ' ') ?? null

test('before any input it shows a real result of the first plan', () => {
  const view = ask()
  expect(view.request).toEqual({ coin: 'USDT', plan: 'breeze', amount: '1000', unit: 'month', by: 'day' })
  expect(view.problem).toBeNull()
  expect(view.course).toContainEqual({ day: 50, accrued: '555' })
  expect(view.course).toContainEqual({ day: 100, accrued: '1665' })
  expect(view.totals).toEqual({ first: '1555', both: '2665', worth: null })
})

test("if a thousand is outside the bounds, it begins with the minimum, in the reader's notation", () => {
  expect(ask('coin=BTC').request.amount).toBe('0.001')
  expect(ask('coin=BTC', { i18n: ru }).request.amount).toBe('0,001')
  expect(ask('plan=deep').request.amount).toBe('5000')
})

test('results are rounded down at the scale of the coin, and their worth at that of USDT', () => {
  const view = ask('coin=ETH&amount=0.123456789012345678')
  expect(view.totals).toEqual({
    first: '0.191975306914197528',
    both: '0.329012342717901228',
    worth: '639.917049',
  })
})

test('its figures equal those of the page that opens a deposit', () => {
  const view = ask('amount=123.456789')
  expect(view.course).toContainEqual({ day: 50, accrued: '68.5185' })
})

describe('an invalid amount', () => {
  test.each([
    ['amount=99.99', 'The minimum is 100.00 USDT'],
    ['amount=5000', 'The maximum is 4,999.99 USDT'],
    ['amount=', 'Enter an amount'],
    ['amount=-5', 'Amount cannot be less than 0'],
    ['amount=1.0000001&coin=USDT', 'No more than 6 digits after the point'],
    ['amount=0.05&coin=BTC', 'The maximum is 0.04999990 BTC'],
    ['plan=deep&coin=BTC&amount=1', plain(en.t('refusals:code.plan_unavailable'))],
  ])('%s', (query, problem) => {
    const view = ask(query)
    expect(plain(view.problem)).toBe(problem)
    expect(view.request.amount).toBe(new URLSearchParams(query).get('amount'))
    expect(view.totals).toBeNull()
    expect(view.course.every(({ accrued }) => accrued === null)).toBe(true)
  })

  test('is reported in the language of the page, by its rules', () => {
    expect(plain(ask('amount=99,99', { i18n: ru }).problem)).toBe('Минимум — 100,00 USDT')
    expect(ask('amount=1.000', { i18n: ru }).problem).toBe(ru.t('refusals:code.amount_ambiguous'))
    expect(ask('amount=1 000,5', { i18n: ru }).problem).toBeNull()
  })
})

test('both bounds are allowed', () => {
  for (const amount of ['100', '4999.99']) expect(ask(`amount=${amount}`).problem).toBeNull()
})

test.each([
  ['sec', '0.00001284'],
  ['month', '33.3'],
  ['year', '405.15'],
  ['fortnight', '33.3'],
])('the simple rate per %s', (unit, percent) => {
  expect(ask(`unit=${unit}`).simpleRate).toBe(percent)
})

test('unknown query parameters are ignored', () => {
  expect(ask('plan=none&coin=NONE').request).toEqual(ask().request)
})

test('a closed plan is not offered; without a plan, or without rates, less is shown', () => {
  expect(ask('plan=deep', { plans: [breeze, { ...deep, available: false }] }).request.plan).toBe('breeze')
  expect(ask('', { plans: [{ ...breeze, available: false }] })).toBeNull()
  expect(ask('coin=BTC', { known: null }).totals?.worth).toBeNull()
})

test("the chart's line rises from zero through the ends of the terms", () => {
  const { drawing } = ask()
  const [first, both] = drawing.series[0]!.marks
  expect(first).toMatchObject({ at: 50, x: 50 })
  expect(both).toMatchObject({ at: 100, x: 100 })
  const height = (y: number) => drawing.waterline - y
  expect(height(both!.y) / height(first!.y)).toBeCloseTo(3, 1)
  expect(ask('plan=deep').drawing.series[0]!.marks).toHaveLength(1)
})

test('by month it has columns: each full month, and the rest of the terms', () => {
  const view = ask('by=month')
  expect(view.request.by).toBe('month')
  const [course] = view.drawing.series
  expect(course!.points.map(({ at }) => at)).toEqual([30, 60, 90, 100])
  expect(course!.marks.map(({ at }) => at)).toEqual([100])
  for (const [day, accrued] of [
    [30, '333'],
    [60, '777'],
    [90, '1443'],
    [100, '1665'],
  ] as const)
    expect(view.course).toContainEqual({ day, accrued })
  expect(view.course).toContainEqual({ day: 50, accrued: '555' })
})

test('by month, a first term shorter than a month is labelled by its end', () => {
  const short = { ...breeze, termDays: 20, extension: { days: 20, multiplier: '2' } }
  const [course] = ask('by=month', { plans: [short] }).drawing.series
  expect(course!.points.map(({ at }) => at)).toEqual([20, 30, 40])
  expect(course!.strokes.map(({ style }) => style)).toEqual(['first', 'second'])
})

test('a plan without known bounds of a coin accepts any amount of it, under the name of its tariff', () => {
  const bare: Plan = { ...breeze, title: null, min: null, max: null, bounds: {} }
  const view = ask('coin=BTC&amount=0.0001', { plans: [bare] })
  expect(view).toMatchObject({ problem: null, bounds: { min: null, max: null } })
  expect(view.plans).toEqual([{ id: 'breeze', title: 'Breeze' }])
  expect(ask('', { plans: [bare] }).request.amount).toBe('1000')
})
