import { expect, test } from 'vitest'
import { courseOf, daysOf, readPeriod } from './course.server'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)

/** So many days, of which the first are empty and each of the others earned 1. */
const daysFrom = (length: number, empty = 0) =>
  Array.from({ length }, (_, day) => ({
    date: new Date(start + day * dayMs).toISOString().slice(0, 10),
    balance: day < empty ? '0' : `${day}.5`,
    balance_dep: '0',
    income: day < empty ? '0' : '1',
  }))

const pointsOf = (drawing: { series: { points: readonly { at: unknown; value: string }[] }[] } | undefined) =>
  drawing?.series[0]?.points ?? []

test('a period is one of the four, and 30 days unless told', () => {
  expect(['7', '30', '90', 'all'].map(readPeriod)).toEqual(['7', '30', '90', 'all'])
  expect([null, '', '8', '__proto__'].map(readPeriod)).toEqual(['30', '30', '30', '30'])
  expect(daysOf('90')).toBe(90)
  expect(daysOf('all')).toBe(3650)
})

test('up to 90 days each day is a point', () => {
  const course = courseOf(daysFrom(90), '90')
  expect(course?.step).toBe(1)
  expect(pointsOf(course?.income)).toHaveLength(90)
})

test('a longer course is told in steps that lose no income and end today', () => {
  const days = daysFrom(1000)
  const course = courseOf(days, 'all')
  expect(course?.step).toBe(12)
  const income = pointsOf(course?.income)
  expect(income.length).toBeLessThanOrEqual(90)
  expect(income.reduce((all, { value }) => all + Number(value), 0)).toBe(1000)
  expect(pointsOf(course?.balance).at(-1)).toEqual({ at: days.at(-1)?.date, value: '999.5' })
})

test('all of it begins on the day before the first event', () => {
  expect(pointsOf(courseOf(daysFrom(3650, 3600), 'all')?.balance)[0]?.at).toBe(daysFrom(3650)[3599]?.date)
})

test('where nothing has happened there is no course', () => {
  expect(courseOf(daysFrom(30, 30), '30')).toBeNull()
})
