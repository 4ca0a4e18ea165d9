import { expect, test } from 'vitest'
import { remainingOf, trackOf } from './track.server'

const opened = {
  startedAt: '2026-01-01T10:00:00.000Z',
  status: 'in_progress' as const,
  closedAt: null,
}
const terms = { firstEndsAt: '2026-02-20T10:00:00.000Z', secondEndsAt: '2026-04-11T10:00:00.000Z' }

test.each([
  ['2025-12-31T10:00:00.000Z', 0],
  ['2026-01-02T09:59:59.000Z', 0],
  ['2026-01-21T10:00:00.000Z', 20],
  ['2026-03-12T10:00:00.000Z', 70],
  ['2027-01-01T00:00:00.000Z', 100],
])('at %s day %d of a hundred has passed', (now, day) => {
  expect(trackOf(opened, terms, new Date(now))).toMatchObject({ day, days: 100, value: day })
})

test('its stops are the opening and the ends of both terms', () => {
  const now = new Date('2026-01-21T10:00:00.000Z')
  expect(trackOf(opened, terms, now)?.stops).toEqual([
    { key: 'opened', day: 0, place: 0, at: opened.startedAt },
    { key: 'first', day: 50, place: 50, at: terms.firstEndsAt },
    { key: 'second', day: 100, place: 100, at: terms.secondEndsAt },
  ])
  const one = trackOf(opened, { ...terms, secondEndsAt: null }, now)
  expect(one?.stops.map(({ key, place }) => [key, place])).toEqual([
    ['opened', 0],
    ['first', 100],
  ])
  expect(one?.value).toBe(40)
})

test('a closed deposit came to the day of its closing', () => {
  const closed = { ...opened, status: 'closed' as const, closedAt: '2026-03-02T12:00:00.000Z' }
  expect(trackOf(closed, terms, new Date('2027-01-01T00:00:00.000Z'))?.day).toBe(60)
  expect(trackOf({ ...closed, closedAt: null }, terms, new Date())).toBeNull()
})

test('one that still earns after the only end that is known has none', () => {
  const one = { ...terms, secondEndsAt: null }
  expect(trackOf(opened, one, new Date('2026-02-20T12:00:00.000Z'))?.day).toBe(50)
  expect(trackOf(opened, one, new Date('2026-03-02T10:00:00.000Z'))).toBeNull()
  const waiting = { ...opened, status: 'awaiting_completion' as const }
  expect(trackOf(waiting, one, new Date('2026-03-02T10:00:00.000Z'))?.day).toBe(50)
})

test('without its dates there is none', () => {
  const now = new Date('2026-01-21T10:00:00.000Z')
  expect(trackOf({ ...opened, startedAt: null }, terms, now)).toBeNull()
  expect(trackOf(opened, { firstEndsAt: null, secondEndsAt: null }, now)).toBeNull()
  expect(
    trackOf({ ...opened, startedAt: terms.firstEndsAt }, { ...terms, secondEndsAt: null }, now),
  ).toBeNull()
})

test('what remains is the days that are left, not the whole term', () => {
  const deposit = { nextAccrual: '3.33', nextAccrualAt: '2026-01-22T10:00:00.000Z' }
  expect(remainingOf(deposit, { day: 20, days: 50 })).toEqual({ days: 30, income: '99.9' })
  expect(remainingOf(deposit, { day: 50, days: 50 })).toBeNull()
  expect(remainingOf(deposit, null)).toBeNull()
  expect(remainingOf({ nextAccrual: null, nextAccrualAt: null }, { day: 20, days: 50 })).toBeNull()
})
