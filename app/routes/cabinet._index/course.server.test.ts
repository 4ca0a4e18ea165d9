import { expect, test } from 'vitest'
import { type Deposit, type Payment, type Refill } from '~/contract/funds'
import { daysOf, readPeriod } from '~/investments/course-period'
import { courseOf, movesOf, readCourse } from './course.server'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)

/** This many days, of which the first are empty and each of the others earned 1. */
const daysFrom = (length: number, empty = 0) =>
  Array.from({ length }, (_, day) => ({
    date: new Date(start + day * dayMs).toISOString().slice(0, 10),
    balance: day < empty ? '0' : `${day}.5`,
    balance_dep: '0',
    income: day < empty ? '0' : '1',
  }))

const pointsOf = (
  drawing: { series: { points: readonly { at: unknown; value: string | null }[] }[] } | undefined,
) => drawing?.series[0]?.points ?? []

test('a period is one of the four, and 30 days by default', () => {
  const read = (period: string) => readPeriod(new URLSearchParams({ period }))
  expect(['7', '30', '90', 'all'].map(read)).toEqual(['7', '30', '90', 'all'])
  expect(['', '8', '__proto__'].map(read)).toEqual(['30', '30', '30'])
  expect(readPeriod(new URLSearchParams())).toBe('30')
  expect(['income', 'worth', null, 'x'].map(readCourse)).toEqual(['income', 'worth', 'worth', 'worth'])
  expect(daysOf('90')).toBe(90)
  expect(daysOf('all')).toBe(3650)
})

test('up to 90 days each day is a point', () => {
  const course = courseOf(daysFrom(90), { period: '90', of: 'income' })
  expect(course?.step).toBe(1)
  expect(pointsOf(course?.drawing)).toHaveLength(90)
})

test('a longer chart groups days into steps that lose no income and end today', () => {
  const days = daysFrom(1000)
  const course = courseOf(days, { period: 'all', of: 'income' })
  expect(course?.step).toBe(12)
  const income = pointsOf(course?.drawing)
  expect(income.length).toBeLessThanOrEqual(90)
  expect(income.reduce((all, { value }) => all + Number(value), 0)).toBe(1000)
  const worth = courseOf(days, { period: 'all', of: 'worth' })
  expect(pointsOf(worth?.drawing).at(-1)).toMatchObject({ at: days.at(-1)?.date, value: '999.5' })
})

test.each(['7', '30', '90', 'all'] as const)('%s days begin on the day before the first event', (period) => {
  const course = courseOf(daysFrom(3650, 3600), { period, of: 'worth' })
  expect(pointsOf(course?.drawing)[0]?.at).toBe(daysFrom(3650)[3599]?.date)
})

test('the worth is what is free and what is in deposits', () => {
  const [day] = daysFrom(1)
  const course = courseOf([{ ...day!, balance: '400.5', balance_dep: '300' }], { period: '7', of: 'worth' })
  expect(course?.drawing.series.map(({ points }) => points[0]?.value)).toEqual(['700.5', '300'])
})

test('a figure that is missing leaves a gap, not a zero', () => {
  const days = daysFrom(3)
  const gap = [days[0]!, { ...days[1]!, balance: null, income: null }, days[2]!]
  const worth = courseOf(gap, { period: '7', of: 'worth' })
  expect(pointsOf(worth?.drawing).map(({ value }) => value)).toEqual(['0.5', null, '2.5'])
  expect(worth?.drawing.series[0]?.strokes[0]?.line.match(/M/g)).toHaveLength(2)
  const income = courseOf(gap, { period: '7', of: 'income' })
  expect(pointsOf(income?.drawing).map(({ value }) => value)).toEqual(['1', null, '1'])
})

test('what moved the money is at its day, and in a long chart at its step', () => {
  const move = (date: string) => ({ what: 'topUp' as const, amount: '70', currency: 'USDT', date })
  const days = daysFrom(10)
  const course = courseOf(days, { period: '30', of: 'worth' }, [move('2025-12-01'), move('2026-01-04')])
  expect(course?.moves).toEqual({ '2026-01-04': [{ what: 'topUp', amount: '70', currency: 'USDT' }] })
  expect(course?.drawing.events).toMatchObject([{ at: '2026-01-04', kind: 'in' }])
  const long = courseOf(daysFrom(1000), { period: 'all', of: 'worth' }, [move('2026-01-06')])
  expect(Object.keys(long?.moves ?? {})).toEqual([long?.drawing.places[1]?.at])
})

test('a move of the first days shown is at the first step, however many days that covers', () => {
  const move = (date: string) => ({ what: 'topUp' as const, amount: '70', currency: 'USDT', date })
  // 201 days in steps of three: the first one covers the empty day before the first event and the two after it.
  const days = daysFrom(201, 1)
  const dates = ['2025-12-31', ...days.slice(0, 4).map(({ date }) => date)]
  const course = courseOf(days, { period: 'all', of: 'worth' }, dates.map(move))
  expect(course?.step).toBe(3)
  const placed = Object.entries(course?.moves ?? {}).map(([at, moves]) => [at, moves.length])
  expect(placed).toEqual([
    ['2026-01-03', 3],
    ['2026-01-06', 1],
  ])
})

test('without events there is no chart', () => {
  expect(courseOf(daysFrom(30, 30), { period: '30', of: 'worth' })).toBeNull()
})

test('missing statistics are different from empty ones', () => {
  expect(courseOf(null, { period: '30', of: 'worth' })).toBeUndefined()
  expect(courseOf([], { period: '30', of: 'worth' })).toBeNull()
})

test('money is moved by what was credited, asked to be withdrawn and opened, in this order of time', () => {
  const refill = (id: string, creditedAt: string | null) =>
    ({ id, creditedAmount: creditedAt && '70', currency: 'USDT', creditedAt, status: 'topped_up' }) as Refill
  const payment = (status: Payment['status']) =>
    ({ amount: '10', currency: 'TRX', createdAt: '2026-01-02T10:00:00.000Z', status }) as Payment
  const deposit = { amount: '5', currency: 'BTC', startedAt: '2026-01-01T10:00:00.000Z' } as Deposit
  const moves = movesOf(
    {
      refills: [refill('r1', '2026-01-03T10:00:00.000Z'), refill('r2', null)],
      payments: [payment('completed'), payment('rejected')],
      deposits: [deposit],
    },
    (iso) => iso.slice(0, 10),
  )
  expect(moves).toEqual([
    { what: 'deposit', amount: '5', currency: 'BTC', date: '2026-01-01' },
    { what: 'withdrawal', amount: '10', currency: 'TRX', date: '2026-01-02' },
    { what: 'topUp', amount: '70', currency: 'USDT', date: '2026-01-03' },
  ])
})
