import { expect, test } from 'vitest'
import { atWork, depositLine, openTopUpOf, rankView } from './overview.server'
import { type Deposit, type Refill } from '~/contract/funds'

const deposit: Deposit = {
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
])('at %s day %d of the first term has passed, if the upstream names no next accrual', (now, day) => {
  expect(depositLine({ ...deposit, nextAccrualAt: null }, new Date(now)).progress?.day).toBe(day)
})

test('the second term counts its own days', () => {
  const second: Deposit = {
    ...deposit,
    term: 2,
    endsAt: '2026-04-11T10:00:00.000Z',
    nextAccrualAt: '2026-02-22T10:00:00.000Z',
  }
  expect(depositLine(second, new Date('2026-02-21T10:00:00.000Z'))).toMatchObject({
    progress: { day: 1, days: 50 },
  })
})

test('a second term with another length than the first has its own', () => {
  const second: Deposit = { ...deposit, term: 2, endsAt: '2026-03-22T10:00:00.000Z', nextAccrualAt: null }
  const line = (now: string) => depositLine(second, new Date(now))
  expect(line('2026-02-20T10:00:00.000Z').progress).toEqual({ day: 0, days: 30 })
  expect(line('2026-03-22T10:00:00.000Z').progress).toEqual({ day: 30, days: 30 })
})

test("a credited day has passed, even if the upstream's clock is a second behind", () => {
  const credited: Deposit = { ...deposit, nextAccrualAt: '2026-01-03T10:00:00.000Z' }
  expect(depositLine(credited, new Date('2026-01-02T09:59:59.000Z')).progress?.day).toBe(1)
})

test('a deposit that earns nothing more has no next accrual', () => {
  const waiting: Deposit = { ...deposit, nextAccrual: null, nextAccrualAt: null }
  expect(depositLine(waiting, new Date('2026-06-01T00:00:00.000Z')).next).toBeNull()
})

test('deposits that can be closed stand apart, and the next income is that of the first one that still earns', () => {
  const at = (id: string, own: Partial<Deposit> = {}): Deposit => ({ ...deposit, id, ...own })
  const over = { nextAccrual: null, nextAccrualAt: null }
  const found = atWork(
    { items: [at('r1', over), at('r2'), at('r3')], total: 150 },
    { items: [at('w1', { ...over, status: 'awaiting_completion' })], total: 50 },
    new Date('2026-01-01T12:00:00.000Z'),
  )
  expect(found.shown.map(({ id }) => id)).toEqual(['r1', 'r2', 'r3'])
  expect(found.closable).toMatchObject({ shown: [{ id: 'w1' }], more: 49 })
  expect(found).toMatchObject({ total: 200, next: { id: 'r2' } })
})

const now = new Date('2026-01-05T12:00:00.000Z')
const refill = (expiresAt: string) =>
  ({ id: 'r1', requestAmount: '70', currency: 'USDT', expiresAt, wallet: 'T…', status: 'pending' }) as Refill

test('the newest open top-up is linked, with the number of open ones if all are known', () => {
  const open = refill('2026-01-05T12:59:00.000Z')
  const items = [{ ...open, id: 'r0', status: 'topped_up' as const }, open, { ...open, id: 'r2' }]
  expect(openTopUpOf({ items, total: 3 }, now)).toEqual({
    id: 'r1',
    requestAmount: '70',
    currency: 'USDT',
    expiresAt: '2026-01-05T12:59:00.000Z',
    count: 2,
  })
  expect(openTopUpOf({ items, total: 300 }, now)?.count).toBeNull()
})

test('an expired top-up is not linked, and neither is a missing one', () => {
  expect(openTopUpOf({ items: [refill('2026-01-05T12:00:00.000Z')], total: 1 }, now)).toBeNull()
  expect(openTopUpOf({ items: [], total: 0 }, now)).toBeNull()
})

test('a top-up whose transfer the network shows needs nothing more, and an earlier one still does', () => {
  const open = refill('2026-01-05T12:59:00.000Z')
  const paid = { ...open, id: 'paid', seen: { amount: '70', confirmations: 3, required: 19 } }
  expect(openTopUpOf({ items: [paid], total: 1 }, now)).toBeNull()
  expect(openTopUpOf({ items: [paid, open], total: 2 }, now)).toMatchObject({ id: 'r1', count: 2 })
})

const bonus = {
  rank: 'spark' as const,
  next: { rank: 'chimera' as const, turnover: '10000' },
  turnover: '4999.99',
  ranks: [],
  accruals: { referral: '0', matching: '0', bonus: '0', total: '0' },
  currency: 'USDT' as const,
}

test('shows the turnover missing to the next rank, with the progress rounded down', () => {
  expect(rankView(bonus).next).toEqual({ rank: 'chimera', left: '5000.01', done: 0.4999 })
})

test('a turnover beyond the next rank is full progress', () => {
  expect(rankView({ ...bonus, turnover: '12000' }).next).toMatchObject({ left: '0', done: 1 })
})

test('above the highest rank there is none', () => {
  expect(rankView({ ...bonus, next: null }).next).toBeNull()
})

test('the number of active deposits is unknown if the upstream does not count them or ignores the filter', () => {
  const all = [deposit, { ...deposit, id: 'over', status: 'closed' as const }]
  const nothing = { items: [], total: 0 }
  expect(atWork({ items: [deposit], total: null }, nothing, now).total).toBeNull()
  const unfiltered = atWork({ items: all, total: 2 }, { items: all, total: 2 }, now)
  expect(unfiltered).toMatchObject({ shown: [{ id: 'd1' }], total: null })
})

test('"no next income" is claimed only if there is no active deposit', () => {
  const nothing = { items: [], total: 0 }
  expect(atWork(nothing, nothing, now).next).toBeNull()
  const silent = { ...deposit, nextAccrual: null, nextAccrualAt: null }
  expect(atWork({ items: [silent], total: 1 }, nothing, now).next).toBeUndefined()
  expect(atWork({ items: [], total: null }, nothing, now).next).toBeUndefined()
})

test('a top-up without an end is open, and one in another state is not', () => {
  const endless = { ...refill('2026-01-05T12:59:00.000Z'), expiresAt: null }
  expect(openTopUpOf({ items: [endless], total: null }, now)).toMatchObject({ expiresAt: null, count: null })
  const paid = { ...endless, status: 'topped_up' as const }
  expect(openTopUpOf({ items: [paid], total: 1 }, now)).toBeNull()
})

test('the highest rank is claimed only if that is known', () => {
  expect(rankView({ ...bonus, rank: 'whale', next: null })).toMatchObject({ isHighest: true, next: null })
  expect(rankView({ ...bonus, next: null }).isHighest).toBe(false)
  const ranks = [{ rank: 'spark' as const, turnover: '1000', percent: '5' }]
  expect(rankView({ ...bonus, next: null, ranks }).isHighest).toBe(true)
  expect(rankView({ ...bonus, turnover: null })).toMatchObject({ turnover: null, next: null })
})
