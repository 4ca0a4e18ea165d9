import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { atWork, depositLine } from './deposits.server'

const deposit: Deposit = {
  id: 'd1',
  plan: { id: 'breeze', tariff: 'breeze', title: 'Breeze' },
  currency: 'USDT',
  amount: '300',
  min: '100',
  dailyPercent: '1.11',
  term: 1,
  termDays: 50,
  startedAt: '2026-01-01T10:00:00.000Z',
  endsAt: '2026-02-20T10:00:00.000Z',
  nextAccrualAt: '2026-01-02T10:00:00.000Z',
  nextAccrual: '3.33',
  income: '166.5',
  accrued: '0',
  accruedUsdt: '0',
  total: '300',
  status: 'in_progress',
  canClose: false,
  closingPays: '300',
  closedAt: null,
}

test.each([
  ['2026-01-01T10:00:00.000Z', 0],
  ['2026-01-02T09:59:59.999Z', 0],
  ['2026-01-02T10:00:00.000Z', 1],
  ['2026-02-20T09:59:59.000Z', 49],
  ['2026-02-20T10:00:00.000Z', 50],
  ['2027-01-01T00:00:00.000Z', 50],
  ['2025-12-31T00:00:00.000Z', 0],
])('at %s day %d of the first term has passed, where the upstream names no next accrual', (now, day) => {
  expect(depositLine({ ...deposit, nextAccrualAt: null }, new Date(now)).day).toBe(day)
})

test('the second term counts its own days', () => {
  const second: Deposit = {
    ...deposit,
    term: 2,
    endsAt: '2026-04-11T10:00:00.000Z',
    nextAccrualAt: '2026-02-22T10:00:00.000Z',
  }
  expect(depositLine(second, new Date('2026-02-21T10:00:00.000Z'))).toMatchObject({ day: 1, days: 50 })
})

test('a second term of another length than the first has its own', () => {
  const second: Deposit = { ...deposit, term: 2, endsAt: '2026-03-22T10:00:00.000Z', nextAccrualAt: null }
  const line = (now: string) => depositLine(second, new Date(now))
  expect(line('2026-02-20T10:00:00.000Z')).toMatchObject({ day: 0, days: 30 })
  expect(line('2026-03-22T10:00:00.000Z')).toMatchObject({ day: 30, days: 30 })
})

test('a day that has been credited has passed, though the clock that we hear of is a second behind', () => {
  const credited: Deposit = { ...deposit, nextAccrualAt: '2026-01-03T10:00:00.000Z' }
  expect(depositLine(credited, new Date('2026-01-02T09:59:59.000Z')).day).toBe(1)
})

test('a deposit that earns nothing more has no next accrual', () => {
  const waiting: Deposit = { ...deposit, nextAccrual: null, nextAccrualAt: null }
  expect(depositLine(waiting, new Date('2026-06-01T00:00:00.000Z')).next).toBeNull()
})

test('what waits stands before what runs, and the next to earn is the first that still earns', () => {
  const at = (id: string, own: Partial<Deposit> = {}): Deposit => ({ ...deposit, id, ...own })
  const over = { nextAccrual: null, nextAccrualAt: null }
  const found = atWork(
    { items: [at('r1', over), at('r2'), at('r3')], total: 150 },
    { items: [at('w1', { ...over, status: 'awaiting_completion' })], total: 50 },
    new Date('2026-01-01T12:00:00.000Z'),
  )
  expect(found.shown.map(({ id }) => id)).toEqual(['w1', 'r1', 'r2', 'r3'])
  expect(found).toMatchObject({ total: 200, next: { id: 'r2' } })
})
