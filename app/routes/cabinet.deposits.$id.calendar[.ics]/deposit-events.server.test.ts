import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { type DepositTerms } from '~/investments/deposit-terms.server'
import { type Language, languages } from '~/contract/languages'
import { createServerI18n } from '~/locale/texts.server'
import { depositEvents } from './deposit-events.server'

const texts = createServerI18n('Europe/Vilnius')
const deposit = {
  id: 'd1',
  plan: { id: 'breeze', tariff: 'breeze', title: 'Breeze' },
  currency: 'USDT',
  amount: '300',
} as Deposit
const firstEndsAt = '2026-02-20T10:00:00.000Z'
const second = { days: 50, percent: '2.22', day: '6.66' }

function eventsOf(terms: Pick<DepositTerms, 'second' | 'secondEndsAt'>, language: Language) {
  const site = new URL('https://tideline.example')
  const all = depositEvents(deposit, { firstEndsAt, isOfPlan: false, ...terms }, texts[language], site)
  return all.map(({ uid, at, summary, description }) => ({
    uid,
    at,
    text: [summary.split(/[:,] /).at(-1), description.split('\n')[0]],
  }))
}

test.each(languages)('both terms end, and the first one leaves the choice, in %s', (language) => {
  const t = texts[language].t
  const [first, last, ...others] = eventsOf({ second, secondEndsAt: '2026-04-11T10:00:00.000Z' }, language)
  expect(others).toEqual([])
  expect(first).toMatchObject({ uid: 'deposit-d1-first-term@tideline.example', at: firstEndsAt })
  expect(first?.text[1]).toBe(t('refusals:calendar.firstText'))
  expect(last?.text[1]).toBe(t('refusals:calendar.secondText'))
})

test('the only term leaves no choice, and is not called the first', () => {
  const own = { second: 'none', secondEndsAt: null } as const
  const at = { uid: 'deposit-d1-first-term@tideline.example', at: firstEndsAt }
  expect(eventsOf(own, 'en')).toEqual([
    { ...at, text: ['the term ends', 'The deposit stops earning and waits for you to close it.'] },
  ])
  expect(eventsOf(own, 'ru')).toEqual([
    { ...at, text: ['конец срока', 'Депозит больше не приносит доход и ждёт, когда вы его закроете.'] },
  ])
})
