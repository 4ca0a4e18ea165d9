import { expect, test } from 'vitest'
import { type Plan } from '~/contract/settings'
import { createServerI18n } from '~/locale/texts.server'
import { answersTo } from './prospect.server'

const { en, ru } = createServerI18n('Europe/Vilnius')

const breeze = {
  id: 'breeze',
  currencies: ['USDT', 'BTC'],
  bounds: { USDT: { min: '100', max: '4999.99' }, BTC: { min: '0.0015', max: null } },
  dailyPercent: '1.11',
  termDays: 50,
  extension: { days: 50, multiplier: '2' },
} as unknown as Plan
const depth = { ...breeze, id: 'depth', currencies: ['USDT'], bounds: { USDT: { min: '5000', max: null } } }

test('each plan says what the amount would bring, or why it does not take it', () => {
  expect(answersTo({ currency: 'USDT', amount: '300' }, [breeze, depth], en)).toEqual({
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

test('a plan that does not take the currency says so', () => {
  const { byPlan } = answersTo({ currency: 'BTC', amount: '0.01' }, [breeze, depth], en)
  expect(byPlan['breeze']).toMatchObject({ isTaken: true, day: '0.000111' })
  expect(byPlan['depth']).toEqual({ isTaken: false, why: "This plan can't be opened now" })
})

test('a plan without a second term promises none', () => {
  const short = { ...breeze, extension: { days: 0, multiplier: '1' } }
  expect(answersTo({ currency: 'USDT', amount: '300' }, [short], en).byPlan['breeze']).toMatchObject({
    both: null,
  })
})

test('an amount is read in the language of its reader, and what is wrong with it is said once', () => {
  expect(answersTo({ currency: 'USDT', amount: '1 000,5' }, [breeze], ru)).toMatchObject({ amount: '1000.5' })
  const wrong = { amount: null, byPlan: {} }
  expect(answersTo({ currency: 'USDT', amount: '1.000,5' }, [breeze], en)).toMatchObject(wrong)
  expect(answersTo({ currency: 'USDT', amount: '' }, [breeze], en)).toEqual({
    ...wrong,
    problem: 'Enter an amount',
  })
})

test('nothing is worked out before it is asked', () => {
  expect(answersTo({ currency: 'USDT', amount: null }, [breeze], en)).toEqual({
    problem: null,
    amount: null,
    byPlan: {},
  })
})
