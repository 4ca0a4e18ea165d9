import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { depositTerms } from '~/investments/deposit-terms.server'
import { I18nProvider } from '~/locale/context'
import { createServerI18n } from '~/locale/texts.server'
import { textOfHtml } from '../../../tests/support/visitor'
import { Course } from './accruals'
import { Choice, DepositFacts, WhatNext } from './facts'

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

function shown(own: Partial<Deposit> = {}): string {
  const deposit = { ...bare, ...own }
  const terms = depositTerms(deposit, null)
  const html = renderToStaticMarkup(
    <I18nProvider value={en}>
      <WhatNext deposit={deposit} />
      <DepositFacts deposit={deposit} />
      <Course deposit={deposit} terms={terms} />
      <Choice deposit={deposit} terms={terms} />
    </I18nProvider>,
  )
  return textOfHtml(html)
}

test('unknown values have no row and no placeholder', () => {
  const text = shown()
  expect(text).toContain('Terms Amount 300.00 USDT Number d1 Course')
  expect(text).not.toContain(en.t('cabinet:deposits.one.earnings'))
  expect(text).not.toMatch(/null|undefined|NaN|Invalid|\b0\.00/)
})

test('without dates it is locked until the end of its first term, whenever that is', () => {
  const text = shown()
  expect(text).toContain(en.t('cabinet:deposits.one.lockedPlain'))
  expect(text).toContain(en.t('cabinet:deposits.choice.closeTextPlain'))
  expect(text).not.toContain('Add the dates to a calendar')
})

test('the days of a term are shown even if its number is unknown', () => {
  const text = shown({ termDays: 50, startedAt: '2026-01-01T10:00:00.000Z', income: '166.5' })
  expect(text).toMatch(/Opened 1\sJanuary\s2026, 12:00\sGMT\+2 First term 50 days/)
  expect(text).toContain('Income of the present term 166.50 USDT')
  expect(text).toMatch(/The first term ends \(now\) 20\sFebruary\s2026/)
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
