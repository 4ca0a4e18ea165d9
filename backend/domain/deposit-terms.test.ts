import { describe, expect, test } from 'vitest'
import {
  type DepositState,
  accrualDueAt,
  afterAccrual,
  canClose,
  dayIncome,
  depositFigures,
  opened,
} from './deposit-terms'

const breeze300 = {
  currency: 'USDT',
  amount: '300',
  dailyPercent: '1.11',
  termDays: 50,
  extensionDays: 50,
  extensionMultiplier: '2',
  startedAt: new Date('2026-01-01T12:30:00.500Z'),
}

/** The state after `days` accruals, each credited unchanged (USDT at rate 1). */
function after(days: number, terms = breeze300): DepositState {
  let state: DepositState = { ...terms, ...opened(terms) }
  for (let k = 1; k <= days; k++) state = { ...state, ...afterAccrual(state, dayIncome(state, k)) }
  return state
}

test('300 on Breeze earns 3.33 a day, twice that in the second term, and nothing after it', () => {
  expect(dayIncome(breeze300, 1)).toBe('3.33')
  expect(dayIncome(breeze300, 50)).toBe('3.33')
  expect(dayIncome(breeze300, 51)).toBe('6.66')
  expect(dayIncome(breeze300, 100)).toBe('6.66')
  expect(dayIncome(breeze300, 101)).toBe('0')
  expect(dayIncome(breeze300, 0)).toBe('0')
})

test('income is rounded down at the currency scale', () => {
  // 0.12345678 × 2.22 % = 0.002740740516  ·  × 4.44 % = 0.005481481032
  const depth = { ...breeze300, currency: 'BTC', amount: '0.12345678', dailyPercent: '2.22' }
  expect(dayIncome(depth, 1)).toBe('0.00274074')
  expect(dayIncome(depth, 51)).toBe('0.00548148')
})

test('the k-th accrual is due k × 24 hours after the start, also over a change to summer time', () => {
  const spring = { startedAt: new Date('2026-03-28T10:00:00Z') }
  expect(accrualDueAt(spring, 2).toISOString()).toBe('2026-03-30T10:00:00.000Z')
})

describe('the first term', () => {
  test("starts with nothing and can't be closed", () => {
    const state = after(0)
    expect(depositFigures(state)).toEqual({
      endsAt: new Date('2026-02-20T12:30:00.500Z'),
      nextAccrualAt: new Date('2026-01-02T12:30:00.500Z'),
      nextAccrual: '3.33',
      income: '166.5',
      total: '300',
      canClose: false,
      closingPays: '300',
    })
  })

  test("can't be closed until its very last day is booked", () => {
    expect(canClose(after(49))).toBe(false)
    expect(after(49).accrued).toBe('163.17')
  })
})

describe('the second term', () => {
  test('begins at the end of the first, still in progress and closable', () => {
    const state = after(50)
    expect(state).toMatchObject({ status: 'in_progress', term: 2, accrued: '166.5' })
    expect(depositFigures(state)).toEqual({
      endsAt: new Date('2026-04-11T12:30:00.500Z'),
      nextAccrualAt: new Date('2026-02-21T12:30:00.500Z'),
      nextAccrual: '6.66',
      income: '333',
      total: '466.5',
      canClose: true,
      closingPays: '300',
    })
  })

  test('ends waiting for the investor', () => {
    const state = after(100)
    expect(state).toMatchObject({
      status: 'awaiting_completion',
      term: 2,
      accrued: '499.5',
      accruedUsdt: '499.5',
      nextAccrualAt: null,
    })
    expect(depositFigures(state)).toMatchObject({ nextAccrual: null, total: '799.5', canClose: true })
    expect(() => afterAccrual(state, '6.66')).toThrow('earns nothing')
  })
})

test('a plan without an extension waits from the end of its only term', () => {
  const state = after(50, { ...breeze300, extensionDays: 0 })
  expect(state).toMatchObject({ status: 'awaiting_completion', term: 1, nextAccrualAt: null })
  expect(depositFigures(state)).toMatchObject({ income: '166.5', canClose: true })
})

test('a closed deposit is closed', () => {
  expect(canClose({ ...after(60), status: 'closed', nextAccrualAt: null })).toBe(false)
})
