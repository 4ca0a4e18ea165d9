import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { type Plan } from '~/contract/settings'
import { depositTerms } from './deposit-terms.server'

const opened = {
  plan: { id: 'breeze' },
  term: 1,
  termDays: 50,
  startedAt: '2026-01-01T10:00:00.000Z',
  endsAt: '2026-02-20T10:00:00.000Z',
  amount: '300',
  currency: 'USDT',
  dailyPercent: '1.11',
  extension: null,
  nextAccrual: '3.33',
} as unknown as Deposit
const breeze = { id: 'breeze', extension: { days: 50, multiplier: '2' } } as unknown as Plan

test('a first term is followed by the second of its plan', () => {
  expect(depositTerms(opened, [breeze])).toEqual({
    firstEndsAt: '2026-02-20T10:00:00.000Z',
    secondEndsAt: '2026-04-11T10:00:00.000Z',
    second: { days: 50, percent: '2.22', day: '6.66' },
    isOfPlan: true,
  })
})

test.each([
  ['offers none', { days: 0, multiplier: '2' }],
  ['is longer', { days: 90, multiplier: '2' }],
  ['pays less', { days: 50, multiplier: '1.5' }],
])('the second term agreed at the opening is shown though that of the plan %s by now', (_, extension) => {
  const agreed: Deposit = { ...opened, extension: { days: 50, multiplier: '2' } }
  const terms = {
    firstEndsAt: '2026-02-20T10:00:00.000Z',
    secondEndsAt: '2026-04-11T10:00:00.000Z',
    second: { days: 50, percent: '2.22', day: '6.66' },
    isOfPlan: false,
  }
  expect(depositTerms(agreed, [{ ...breeze, extension }])).toEqual(terms)
  const endsAt = '2026-04-11T10:00:00.000Z'
  expect(depositTerms({ ...agreed, term: 2, endsAt, nextAccrual: '6.66' }, null)).toEqual(terms)
})

test('a deposit that was opened without a second term has none, whatever the plan says now', () => {
  const agreed: Deposit = { ...opened, extension: { days: 0, multiplier: '2' } }
  expect(depositTerms(agreed, [breeze])).toEqual({
    firstEndsAt: '2026-02-20T10:00:00.000Z',
    secondEndsAt: null,
    second: 'none',
    isOfPlan: false,
  })
})

const running: Deposit = {
  ...opened,
  status: 'in_progress',
  term: 2,
  endsAt: '2026-04-11T10:00:00.000Z',
  nextAccrual: '6.66',
}

test.each([
  ['offers no second term', [{ ...breeze, extension: { days: 0, multiplier: '1' } }]],
  ['offers another one', [{ ...breeze, extension: { days: 30, multiplier: '1.5' } }]],
  ['is no longer offered', []],
])('in a second term of unknown terms the next accrual and its end apply, though the plan %s', (_, plans) => {
  expect(depositTerms(running, plans)).toEqual({
    firstEndsAt: '2026-02-20T10:00:00.000Z',
    secondEndsAt: '2026-04-11T10:00:00.000Z',
    second: { days: 50, percent: '2.22', day: '6.66' },
    isOfPlan: false,
  })
})

test.each([
  ['BTC', '0.01234567', '0.00027407', '2.22'],
  ['USDT', '300', '4.995', '1.665'],
  ['USDT', '100.000001', '2.22', '2.22'],
  ['USDT', '200', '4.000000', '2'],
])('%s %s that earn %s a day do so at %s percent', (currency, amount, nextAccrual, percent) => {
  const { second } = depositTerms({ ...running, currency, amount, nextAccrual }, null)
  expect(second).toEqual({ days: 50, percent, day: nextAccrual })
})

test.each<[string, Partial<Deposit>]>([
  ['has no next accrual', { nextAccrual: null }],
  ['has no end', { endsAt: null }],
  ['has no beginning', { startedAt: null }],
  [
    'earns what no plain percentage pays',
    { amount: '0.0001', currency: 'ETH', nextAccrual: '0.0000012345678' },
  ],
  ['can be closed while it earns, in a term that is not named', { term: null, canClose: true }],
])('of a second term that %s nothing is made up, and it is not denied', (_, own) => {
  const ended = [{ ...breeze, extension: { days: 0, multiplier: '1' } }]
  expect(depositTerms({ ...running, ...own }, ended)).toMatchObject({ second: 'unknown', isOfPlan: false })
})

test('in the second term its own end applies, whatever the plan says now', () => {
  const second: Deposit = { ...opened, term: 2, endsAt: '2026-03-02T10:00:00.000Z' }
  expect(depositTerms(second, [breeze])).toMatchObject({
    firstEndsAt: '2026-02-20T10:00:00.000Z',
    secondEndsAt: '2026-03-02T10:00:00.000Z',
  })
})

test.each([
  ['is no longer offered', [], 'unknown'],
  ['is unknown', null, 'unknown'],
  ['has no second term', [{ ...breeze, extension: { days: 0, multiplier: '1' } }], 'none'],
])('no second term is assumed if the plan %s', (_, plans, second) => {
  const isOfPlan = second === 'none'
  expect(depositTerms(opened, plans)).toMatchObject({ secondEndsAt: null, second, isOfPlan })
})

test('a deposit that waits after its first term has no second, though its plan has one now', () => {
  const waiting: Deposit = { ...opened, status: 'awaiting_completion', nextAccrual: null }
  expect(depositTerms(waiting, [breeze])).toMatchObject({ secondEndsAt: null, second: 'unknown' })
})

test('of few units of a currency the plan knows the percentage better, where its day pays the same', () => {
  const few: Deposit = { ...running, currency: 'BTC', amount: '0.0005', nextAccrual: '0.00000832' }
  const plan = { ...breeze, extension: { days: 30, multiplier: '1.5' } }
  expect(depositTerms(few, [plan])).toMatchObject({
    second: { days: 50, percent: '1.665', day: '0.00000832' },
    isOfPlan: false,
  })
})

test('no date comes of a plan that a running deposit disproves', () => {
  const none = { ...breeze, extension: { days: 0, multiplier: '2' } }
  const nameless: Deposit = { ...running, term: null, endsAt: null, canClose: true }
  expect(depositTerms(nameless, [none])).toMatchObject({ secondEndsAt: null, second: 'unknown' })
})
