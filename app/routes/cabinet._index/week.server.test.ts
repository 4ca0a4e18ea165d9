import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { weekOf } from './week.server'

const now = new Date('2026-01-05T12:00:00.000Z')
const options = {
  now,
  rateOf: (currency: string) => ({ TRX: '0.25' })[currency],
  dateOf: (iso: string) => iso.slice(0, 10),
}

const deposit = (own: Partial<Deposit>): Deposit => ({
  id: 'd1',
  plan: { id: 'breeze', tariff: 'breeze', title: 'Breeze' },
  currency: 'USDT',
  amount: '300',
  min: '100',
  dailyPercent: '1.11',
  term: 1,
  termDays: 50,
  extension: { days: 50, multiplier: '2' },
  startedAt: '2026-01-01T10:00:00.000Z',
  endsAt: '2026-02-20T10:00:00.000Z',
  nextAccrualAt: '2026-01-06T10:00:00.000Z',
  nextAccrual: '3.33',
  income: '166.5',
  accrued: '0',
  accruedUsdt: '0',
  total: '300',
  status: 'in_progress',
  canClose: false,
  closingPays: '300',
  closedAt: null,
  ...own,
})

const week = (...deposits: Deposit[]) => weekOf({ items: deposits, total: deposits.length }, options)

test('a deposit earns once a day, at the hour of its start, for seven days', () => {
  const { days, worth, onlyOf } = week(deposit({}))
  expect(days.map(({ date }) => date)).toEqual(
    ['06', '07', '08', '09', '10', '11', '12'].map((day) => `2026-01-${day}`),
  )
  expect(days[0]?.credits[0]).toMatchObject({ at: '2026-01-06T10:00:00.000Z', credit: '3.33', worth: '3.33' })
  expect(days.map((day) => day.worth)).toEqual(Array(7).fill('3.33'))
  expect(worth).toBe('23.31')
  expect(onlyOf).toBeNull()
})

test('a coin is worth its rate, and without one the sum is not known', () => {
  const trx = deposit({ id: 'd2', currency: 'TRX', nextAccrual: '66.6' })
  expect(week(deposit({}), trx).days[0]?.worth).toBe('19.98')
  const btc = deposit({ id: 'd3', currency: 'BTC', nextAccrual: '0.001' })
  expect(week(deposit({}), btc)).toMatchObject({
    worth: null,
    days: [{ worth: null }, {}, {}, {}, {}, {}, {}],
  })
})

test('the last day of a term still earns at its rate; after it nothing is claimed, and its end is told', () => {
  const { days } = week(deposit({ endsAt: '2026-01-08T10:00:00.000Z' }))
  expect(days.map(({ date, credits, ends }) => [date, credits.length, ends.length])).toEqual([
    ['2026-01-06', 1, 0],
    ['2026-01-07', 1, 0],
    ['2026-01-08', 1, 1],
  ])
  expect(days[2]?.ends[0]).toMatchObject({ id: 'd1', term: 1 })
})

test('without a known end only the next accrual is certain', () => {
  expect(week(deposit({ endsAt: null })).days.map(({ date }) => date)).toEqual(['2026-01-06'])
  expect(week(deposit({ nextAccrualAt: null })).days).toEqual([])
})

test('a day lists its first credits by their hours and counts the others, which its sum has too', () => {
  const many = Array.from({ length: 9 }, (_, place) =>
    deposit({ id: `d${place}`, nextAccrualAt: `2026-01-06T0${9 - place}:00:00.000Z` }),
  )
  const [day] = week(...many).days
  expect(day?.credits.map(({ id }) => id)).toEqual(['d8', 'd7', 'd6', 'd5', 'd4', 'd3'])
  expect(day).toMatchObject({ more: 3, worth: '29.97' })
})

test('where there are more deposits than were read, it is told', () => {
  expect(weekOf({ items: [deposit({})], total: 2 }, options).onlyOf).toBe(1)
  expect(weekOf({ items: [deposit({})], total: null }, options).onlyOf).toBe(1)
})
