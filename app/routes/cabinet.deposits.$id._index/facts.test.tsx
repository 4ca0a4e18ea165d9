import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { type Plan } from '~/contract/settings'
import { depositTerms } from '~/investments/deposit-terms.server'
import { I18nProvider } from '~/locale/context'
import { createServerI18n } from '~/locale/texts.server'
import { paths } from '~/paths'
import { textOfHtml } from '../../../tests/support/visitor'
import { Course } from './course'
import { Choice, DepositFacts, WhatNext } from './facts'
import { type Remaining, trackOf } from './track.server'

const { en } = createServerI18n('Europe/Vilnius')

/** A deposit from an upstream without dates and sums. */
const bare: Deposit = {
  id: 'd1',
  plan: { id: null, tariff: 'breeze', title: null },
  currency: 'USDT',
  amount: '300',
  min: null,
  dailyPercent: null,
  term: null,
  termDays: null,
  extension: null,
  startedAt: null,
  endsAt: null,
  nextAccrualAt: null,
  nextAccrual: null,
  income: null,
  accrued: null,
  accruedUsdt: null,
  total: null,
  status: 'in_progress',
  canClose: null,
  closingPays: null,
  closedAt: null,
}

const now = new Date('2026-01-21T10:00:00.000Z')

function shown(
  own: Partial<Deposit> = {},
  remaining: Remaining | null = null,
  plans: Parameters<typeof depositTerms>[1] = null,
): string {
  const deposit = { ...bare, ...own }
  const terms = depositTerms(deposit, plans)
  const track = trackOf(deposit, terms, now)
  const html = renderToStaticMarkup(
    <I18nProvider value={en}>
      {track && <Course deposit={deposit} track={track} />}
      <WhatNext deposit={deposit} />
      <Choice deposit={deposit} terms={terms} remaining={remaining} submission={null} />
      <DepositFacts deposit={deposit} remaining={remaining} hasTrack={track !== null} />
    </I18nProvider>,
  )
  return textOfHtml(html)
}

test('unknown values have no row and no placeholder', () => {
  const text = shown()
  expect(text).toContain('Terms Amount 300.00 USDT Number d1')
  expect(text).not.toContain(en.t('cabinet:deposits.one.earnings'))
  expect(text).not.toMatch(/null|undefined|NaN|Invalid|\b0\.00/)
})

test('what a deposit has credited is shown once where both sums are one', () => {
  const rows = (own: Partial<Deposit>) => shown(own).match(/Credited to your balance|Accrued so far/g)
  expect(rows({ accrued: '9.99', accruedUsdt: '9.990000' })).toEqual(['Credited to your balance'])
  expect(rows({ accrued: '9.99', accruedUsdt: '9.98' })).toHaveLength(2)
  expect(rows({ accrued: '9.99' })).toEqual(['Accrued so far'])
  expect(rows({ currency: 'TRX', accrued: '9.99', accruedUsdt: '9.99' })).toHaveLength(2)
})

test('without dates it is locked until the end of its first term, whenever that is', () => {
  const text = shown()
  expect(text).toContain(en.t('cabinet:deposits.one.lockedPlain'))
  expect(text).toContain(en.t('cabinet:deposits.choice.closeTextPlain'))
  expect(text).not.toContain('Add the dates to a calendar')
})

test('the days of a term are shown even if its number is unknown', () => {
  const text = shown({ termDays: 50, startedAt: '2026-01-01T10:00:00.000Z' }, { days: 30, income: '99.9' })
  expect(text).toMatch(/Opened 1\sJanuary\s2026, 12:00\sGMT\+2 First term 50 days/)
  expect(text).toMatch(/Remaining until the end of the term 99\.90\sUSDT In 30 days/)
  expect(text).toContain('Day 20 of 50')
  expect(text).toMatch(/First term ends, day 50 20\sFeb\s2026/)
})

test('the second term is offered for the days that it still has', () => {
  const second = { days: 50, percent: '2.22', day: '6.66' }
  const html = renderToStaticMarkup(
    <I18nProvider value={en}>
      <Choice
        deposit={{ ...bare, term: 2, canClose: true }}
        terms={{ firstEndsAt: null, secondEndsAt: null, second, isOfPlan: true }}
        remaining={{ days: 30, income: '199.8' }}
        submission="sealed"
      />
    </I18nProvider>,
  )
  expect(textOfHtml(html)).toContain('30 days')
  expect(textOfHtml(html)).not.toContain('50 days')
  expect(html).toContain(`href="${paths.closeDeposit('d1')}"`)
})

test('the page shows the second term that was agreed, and what the plan says today only without it', () => {
  const own: Partial<Deposit> = {
    plan: { id: 'breeze', tariff: 'breeze', title: null },
    term: 1,
    termDays: 50,
    startedAt: '2026-01-01T10:00:00.000Z',
    dailyPercent: '1.11',
  }
  const plans = [{ id: 'breeze', extension: { days: 0, multiplier: '1' } } as Plan]
  const agreed = shown({ ...own, extension: { days: 50, multiplier: '2' } }, null, plans)
  expect(agreed).toMatch(/It earns 2\.22% a day, which is 6\.66\sUSDT, for at most 50 days more/)
  expect(agreed).toContain('Day 20 of 100')
  expect(agreed).not.toContain(en.t('cabinet:deposits.choice.planNote'))
  const today = shown(own, null, plans)
  expect(today).toContain(en.t('cabinet:deposits.choice.second.none'))
  expect(today).toContain(en.t('cabinet:deposits.choice.planNote'))
  expect(today).toContain('Day 20 of 50')
})

test('its end is shown as that of the lock only if that is known', () => {
  const endsAt = '2026-02-20T10:00:00.000Z'
  expect(shown({ endsAt })).toContain('Locked until the end of its first term')
  expect(shown({ endsAt, term: 1 })).toMatch(/Locked until 20\sFebruary\s2026/)
  expect(shown({ endsAt, canClose: false })).toMatch(/Locked until 20\sFebruary\s2026/)
  expect(shown({ endsAt, term: 2 })).toMatch(
    /You can close it on any day\. Left running, it earns until 20\sFeb/,
  )
})

test.each([
  [
    { closedAt: '2026-03-01T10:00:00.000Z', closingPays: '300' },
    /Closed on 1\sMarch.*300\.00\sUSDT went back/,
  ],
  [{ closedAt: '2026-03-01T10:00:00.000Z' }, /Closed on 1\sMarch\s2026, 12:00\sGMT\+2\. /],
  [{}, /This deposit is closed\./],
])('a closed deposit shows what is known of its closing: %j', (own, text) => {
  expect(shown({ status: 'closed', ...own })).toMatch(text)
})
