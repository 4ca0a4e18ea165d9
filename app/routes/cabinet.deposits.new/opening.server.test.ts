import { describe, expect, test } from 'vitest'
import { type Plan } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { createServerI18n } from '~/locale/texts.server'
import { openingOf, answersTo, depositOptionsForPage } from './opening.server'

const { en, ru } = createServerI18n('Europe/Vilnius')
const now = new Date('2026-01-05T12:00:00.000Z')

const breeze: Plan = {
  id: 'breeze',
  tariff: 'breeze',
  title: 'Breeze',
  currencies: ['USDT', 'BTC'],
  min: '100',
  max: '4999.99',
  bounds: { USDT: { min: '100', max: '4999.99' }, BTC: { min: '0.002', max: null } },
  dailyPercent: '1.11',
  termDays: 50,
  extension: { days: 50, multiplier: '2' },
  available: true,
}

const balance: Balance = {
  type: 'balance',
  balance: '700',
  balance_dep: '0',
  currency: 'USDT',
  currencies: {
    USDT: { balance: '700', balance_dep: '0', rate: '1', inUsdt: '700' },
    BTC: { balance: '0.01234567', balance_dep: '0', rate: '50000', inUsdt: '617.28' },
  },
  totalInUsdt: '1317.28',
  asOf: now.toISOString(),
}

const reviewOf = (request: { planId?: string; currency?: string; amount: string }, plan = breeze) =>
  openingOf({ planId: 'breeze', currency: 'USDT', ...request }, { plans: [plan], balance }, now, en)

describe('the review page', () => {
  test('shows figures by the rules of money', () => {
    // 300 × 1.11 % = 3.33 a day, × 50 = 166.50; doubled 6.66; 700 − 300 = 400
    expect(reviewOf({ amount: '300' })).toEqual({
      review: {
        plan: 'Breeze',
        currency: 'USDT',
        amount: '300',
        dailyPercent: '1.11',
        day: '3.33',
        income: '166.5',
        termDays: 50,
        lockedUntil: '2026-02-24T12:00:00.000Z',
        second: { day: '6.66', days: 50 },
        closingPays: '300',
        freeAfter: '400',
        figures: '300 USDT 1.11 50 50 2',
      },
    })
  })

  test("rounds a day's income down to the currency’s scale before it is multiplied", () => {
    // 0.01234567 × 1.11 % = 0.000137036937 → 0.00013703; × 50 = 0.0068515
    expect(reviewOf({ currency: 'BTC', amount: '0.01234567' })).toMatchObject({
      review: { day: '0.00013703', income: '0.0068515', freeAfter: '0' },
    })
  })

  test('has no second term if the plan has none', () => {
    const plan = { ...breeze, extension: { days: 0, multiplier: '1' } }
    expect(reviewOf({ amount: '300' }, plan)).toMatchObject({ review: { second: null } })
  })

  test.each<[string, Partial<Plan>]>([
    ['the percentage', { dailyPercent: '1.1' }],
    ['the term', { termDays: 60 }],
    ['the second term', { extension: { days: 40, multiplier: '2' } }],
    ['its multiplier', { extension: { days: 50, multiplier: '1.5' } }],
  ])('needs a new confirmation when %s changes', (_, change) => {
    const [before, after] = [
      reviewOf({ amount: '300' }),
      reviewOf({ amount: '300' }, { ...breeze, ...change }),
    ]
    if (!('review' in before && 'review' in after)) throw new Error('both can be opened')
    expect(after.review.figures).not.toBe(before.review.figures)
  })
})

describe('refusals', () => {
  test.each([
    ['99.999999', 'The minimum is 100.00 USDT'],
    ['700.000001', 'Not enough money on the balance'],
    ['5000', 'The maximum is 4,999.99 USDT'],
  ])('%s USDT: %s', (amount, sentence) => {
    const result = reviewOf({ amount })
    if (!('problems' in result)) throw new Error('it can be opened')
    expect(result.problems['amount']?.replace(/\s/g, ' ')).toBe(sentence)
  })

  test.each(['100', '700'])('no refusal of %s USDT', (amount) => {
    expect(reviewOf({ amount })).toHaveProperty('review')
  })

  test.each([
    [{ planId: 'gone', amount: '300' }, 'planId'],
    [{ currency: 'ETH', amount: '300' }, 'currency'],
  ])('%j is reported at %s', (request, field) => {
    expect(reviewOf(request)).toEqual({ problems: { [field]: "This plan can't be opened now" } })
  })
})

const offered = {
  id: 'breeze',
  currencies: ['USDT', 'BTC'],
  bounds: { USDT: { min: '100', max: '4999.99' }, BTC: { min: '0.0015', max: null } },
  dailyPercent: '1.11',
  termDays: 50,
  extension: { days: 50, multiplier: '2' },
} as unknown as Plan
const depth = { ...offered, id: 'depth', currencies: ['USDT'], bounds: { USDT: { min: '5000', max: null } } }

test('each plan shows what the amount would bring, or why it refuses it', () => {
  expect(answersTo({ currency: 'USDT', amount: '300' }, [offered, depth], en)).toEqual({
    problem: null,
    amount: '300',
    byPlan: {
      breeze: {
        isTaken: true,
        day: '3.33',
        first: { days: 50, net: '166.5', total: '466.5' },
        both: { days: 100, net: '499.5', total: '799.5' },
      },
      depth: { isTaken: false, why: 'The minimum is 5,000.00\u00a0USDT' },
    },
  })
})

test('a plan that does not accept the currency says so', () => {
  const { byPlan } = answersTo({ currency: 'BTC', amount: '0.01' }, [offered, depth], en)
  expect(byPlan['breeze']).toMatchObject({ isTaken: true, day: '0.000111' })
  expect(byPlan['depth']).toEqual({ isTaken: false, why: "This plan can't be opened now" })
})

test('a plan without a second term promises none', () => {
  const short = { ...offered, extension: { days: 0, multiplier: '1' } }
  expect(answersTo({ currency: 'USDT', amount: '300' }, [short], en).byPlan['breeze']).toMatchObject({
    both: null,
  })
})

test("an amount is parsed in the reader's language, and its error is shown once", () => {
  expect(answersTo({ currency: 'USDT', amount: '1 000,5' }, [offered], ru)).toMatchObject({
    amount: '1000.5',
  })
  const wrong = { amount: null, byPlan: {} }
  expect(answersTo({ currency: 'USDT', amount: '1.000,5' }, [offered], en)).toMatchObject(wrong)
  expect(answersTo({ currency: 'USDT', amount: '' }, [offered], en)).toEqual({
    ...wrong,
    problem: 'Enter an amount',
  })
})

test('nothing is calculated before it is requested', () => {
  expect(answersTo({ currency: 'USDT', amount: null }, [offered], en)).toEqual({
    problem: null,
    amount: null,
    byPlan: {},
  })
})

describe('an upstream with little data', () => {
  const unknownBalance = { ...balance, balance: null, currencies: {} }
  const bare: Plan = { ...breeze, title: null, min: null, max: null, bounds: {} }
  const options = { plans: [bare], balance: unknownBalance }
  const request = { planId: 'breeze', currency: 'USDT', amount: '0.5' }

  test('neither bounds nor the balance are checked: the upstream decides, and the remaining balance is not shown', () => {
    expect(openingOf(request, options, now, en)).toMatchObject({
      review: { plan: 'Breeze', freeAfter: null, amount: '0.5' },
    })
  })

  test('a minimum in USDT applies to USDT only', () => {
    const complete = { ...options, plans: [{ ...bare, min: '100' }] }
    expect(openingOf(request, complete, now, en)).toMatchObject({ problems: { amount: /100\.00/ } })
    expect(openingOf({ ...request, currency: 'BTC' }, complete, now, en)).toHaveProperty('review')
    expect(openingOf({ ...request, currency: 'ETH' }, complete, now, en)).toHaveProperty('problems.currency')
  })

  test('its plans are offered in their currencies, without bounds and without the available balance', () => {
    const { plans, free, hasMoney } = depositOptionsForPage(options, { currency: 'USDT', amount: null }, en)
    expect(free).toEqual([
      { currency: 'USDT', amount: null },
      { currency: 'BTC', amount: null },
    ])
    expect(hasMoney).toBe(true)
    expect(plans[0]).toMatchObject({ title: 'Breeze', bounds: [{ min: null, max: null }, { min: null }] })
  })
})
