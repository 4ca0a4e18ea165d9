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
} as unknown as Deposit
const breeze = { id: 'breeze', extension: { days: 50, multiplier: '2' } } as unknown as Plan

test('a first term is followed by the second of its plan', () => {
  expect(depositTerms(opened, [breeze])).toEqual({
    firstEndsAt: '2026-02-20T10:00:00.000Z',
    secondEndsAt: '2026-04-11T10:00:00.000Z',
    second: { days: 50, percent: '2.22', day: '6.66' },
  })
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
  expect(depositTerms(opened, plans)).toMatchObject({ secondEndsAt: null, second })
})
