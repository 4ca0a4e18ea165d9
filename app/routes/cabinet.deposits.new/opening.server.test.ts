import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Plan } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { createServerI18n } from '~/locale/texts.server'
import { accruedBy, decimalOf } from '~/investments/accrual'
import { compare } from '~/money/decimal'
import { openingOf, depositOptionsForPage } from './opening.server'

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

const depth: Plan = {
  ...breeze,
  ...{ id: 'depth', tariff: 'depth', title: 'Depth', currencies: ['USDT'], min: '5000', max: null },
  ...{ bounds: { USDT: { min: '5000', max: null } }, dailyPercent: '2.22' },
}

describe('the receipt of what is typed', () => {
  const shown = (typed: { planId?: string; currency?: string; amount: string | null }, i18n = en) => {
    const question = { planId: '', currency: 'USDT', ...typed }
    const held = { ...balance, currencies: { ...balance.currencies, USDT: rich } }
    return depositOptionsForPage({ plans: [breeze, depth], balance: held }, question, now, i18n)
  }
  const rich = { balance: '90000', balance_dep: '0', rate: '1', inUsdt: '90000' }
  const plain = (text: string | null) => text?.replace(/\s/g, ' ') ?? null

  test('has the figures of the review, of the plan that takes the amount', () => {
    for (const [amount, planId] of [
      ['300', 'breeze'],
      ['5000', 'depth'],
    ] as const) {
      const { receipt, problem, ...options } = shown({ amount })
      const request = { planId, currency: 'USDT', amount }
      const reviewed = openingOf(
        request,
        { plans: [breeze, depth], balance: { ...balance, currencies: { USDT: rich } } },
        now,
        en,
      )
      expect([options.planId, problem]).toEqual([planId, null])
      expect({ review: receipt }).toEqual(reviewed)
    }
  })

  test('stays with the chosen plan, and says why that does not take the amount', () => {
    const options = shown({ planId: 'depth', amount: '300' })
    expect([options.planId, options.receipt]).toEqual(['depth', null])
    expect(plain(options.problem)).toBe('The minimum is 5,000.00 USDT')
  })

  test.each([
    ['99', 'The minimum is 100.00 USDT'],
    ['4999.995', 'The minimum is 5,000.00 USDT'],
    ['', 'Enter an amount'],
  ])('of %j USDT, which no plan takes: %s', (amount, sentence) => {
    const options = shown({ amount })
    expect([options.planId, options.receipt]).toEqual(['', null])
    expect(plain(options.problem)).toBe(sentence)
  })

  test('of an amount between two plans names the smallest amount that the next one takes', () => {
    const tsunami = { ...depth, id: 'tsunami', min: '25000', bounds: { USDT: { min: '25000', max: null } } }
    const upToTsunami = { ...depth, max: '24999.99', bounds: { USDT: { min: '5000', max: '24999.99' } } }
    const problemOf = (amount: string, plans = [breeze, upToTsunami, tsunami]) =>
      plain(
        depositOptionsForPage({ plans, balance }, { planId: '', currency: 'USDT', amount }, now, en).problem,
      )
    expect(problemOf('99')).toBe('The minimum is 100.00 USDT')
    expect(problemOf('4999.995')).toBe('The minimum is 5,000.00 USDT')
    expect(problemOf('24999.995')).toBe('The minimum is 25,000.00 USDT')
    // A plan that was added later stands last.
    expect(problemOf('4999.995', [breeze, tsunami, upToTsunami])).toBe('The minimum is 5,000.00 USDT')
    expect(problemOf('99', [tsunami, upToTsunami, breeze])).toBe('The minimum is 100.00 USDT')
    expect(problemOf('25000', [breeze, upToTsunami])).toBe('The maximum is 24,999.99 USDT')
  })

  test('of a currency that no plan takes', () => {
    expect(shown({ currency: 'ETH', amount: '1' }).problem).toBe("This plan can't be opened now")
    expect(shown({ currency: 'BTC', amount: '0.01' }).plans.map(({ bounds }) => bounds)).toEqual([
      expect.objectContaining({ min: '0.002' }),
      null,
    ])
  })

  test('of more than there is, has its figures, and says so', () => {
    const options = shown({ amount: '90000.01' })
    expect(options.problem).toBe('Not enough money on the balance')
    expect(options.receipt).toMatchObject({ plan: 'Depth', day: '1998.000222' })
  })

  test("of an amount in the reader's language, and nothing before one is typed", () => {
    expect(shown({ amount: '1 000,5' }, ru).receipt).toMatchObject({ amount: '1000.5' })
    expect(shown({ amount: '1.000,5' })).toMatchObject({ receipt: null, planId: '' })
    expect(shown({ amount: null })).toMatchObject({ receipt: null, problem: null, planId: '' })
  })

  test('and the review never differ, nor do they from the accruals of the term', () => {
    const cents = fc.integer({ min: 100_00, max: 4_999_99 })
    const percent = fc.integer({ min: 1, max: 333 })
    fc.assert(
      fc.property(cents, percent, fc.integer({ min: 1, max: 90 }), (sum, of, termDays) => {
        const plan = { ...breeze, dailyPercent: (of / 100).toFixed(2), termDays }
        const amount = String(sum / 100)
        const options = { plans: [plan], balance: { ...balance, currencies: { USDT: rich } } }
        const typed = { planId: '', currency: 'USDT', amount }
        const { receipt } = depositOptionsForPage(options, typed, now, en)
        expect({ review: receipt }).toEqual(openingOf({ ...typed, planId: 'breeze' }, options, now, en))
        const terms = { percent: plan.dailyPercent, days: termDays, multiplier: '2', restDays: 50 }
        expect(compare(receipt!.income, decimalOf(accruedBy(termDays, amount, 6, terms), 6))).toBe(0)
      }),
    )
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
    const typed = { planId: '', currency: 'USDT', amount: null }
    const { plans, free, hasMoney } = depositOptionsForPage(options, typed, now, en)
    expect(free).toEqual([
      { currency: 'USDT', amount: null },
      { currency: 'BTC', amount: null },
    ])
    expect(hasMoney).toBe(true)
    expect(plans[0]).toMatchObject({ title: 'Breeze', bounds: { min: null, max: null } })
  })
})
