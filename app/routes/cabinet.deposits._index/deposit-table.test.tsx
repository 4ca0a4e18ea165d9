import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { I18nProvider } from '~/locale/context'
import { createServerI18n } from '~/locale/texts.server'
import { textOfHtml } from '../../../tests/support/visitor'
import { DepositTable } from './deposit-table'

const { en } = createServerI18n('Europe/Vilnius')

const deposit = {
  id: 'd1',
  plan: { id: 'breeze', tariff: 'breeze', title: 'Breeze' },
  currency: 'USDT',
  amount: '300',
  dailyPercent: '1.11',
  accrued: '199.8',
  endsAt: '2026-04-15T12:00:00.000Z',
  closedAt: null,
} as unknown as Deposit

const shown = (own: Partial<Deposit>) =>
  renderToStaticMarkup(
    <I18nProvider value={en}>
      <DepositTable deposits={[{ ...deposit, ...own }]} />
    </I18nProvider>,
  )

test('a deposit ends with its term, or when it was closed before that', () => {
  expect(shown({ status: 'in_progress' })).toContain('dateTime="2026-04-15T12:00:00.000Z"')
  const closed = shown({ status: 'closed', closedAt: '2026-03-06T12:00:00.000Z' })
  expect(closed).toContain('dateTime="2026-03-06T12:00:00.000Z"')
  expect(closed).not.toContain('2026-04-15')
})

test('the percentage is labelled as that of the first term, whichever runs', () => {
  expect(shown({ status: 'in_progress', term: 2 })).toContain('A day, first term')
})

test('income is shown in what it was credited in, if that is known', () => {
  const own = { currency: 'TRX', amount: '3000', accrued: '2997' } as const
  expect(textOfHtml(shown(own))).toMatch(/2,997\.00\sTRX/)
  const credited = textOfHtml(shown({ ...own, accruedUsdt: '669.67' }))
  expect(credited).toMatch(/669\.67\sUSDT/)
  expect(credited).not.toContain('2,997')
})
