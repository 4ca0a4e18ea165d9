import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '~/locale/context'
import { createServerI18n } from '~/locale/texts.server'
import { Deposits } from './deposits'
import { type DepositLine } from '../overview.server'

const { en } = createServerI18n('Europe/Vilnius')

const line: DepositLine = {
  id: 'd1',
  title: 'Breeze',
  tariff: 'breeze',
  currency: 'USDT',
  amount: '300',
  accrued: '3.33',
  status: 'in_progress',
  term: 1,
  progress: { day: 1, days: 50 },
  endsAt: '2026-02-24T12:00:00.000Z',
  next: { amount: '3.33', at: '2026-01-07T12:00:00.000Z' },
  canClose: false,
}

const shown = (own: Partial<DepositLine>) =>
  renderToStaticMarkup(
    <I18nProvider value={en}>
      <Deposits deposits={{ shown: [{ ...line, ...own }], total: 1, next: null }} />
    </I18nProvider>,
  )

test('both terms are over only for a deposit that can be closed', () => {
  const over = en.t('cabinet:dashboard.waiting')
  expect(shown({ status: 'awaiting_completion', next: null })).toContain(over)
  expect(shown({})).not.toContain(over)
  expect(shown({ next: null })).not.toContain(over)
  expect(shown({ status: 'unknown', next: null })).not.toContain(over)
})

test('the next income is shown if it is known', () => {
  expect(shown({})).toMatch(/Next income: 3\.33/)
  expect(shown({ next: null })).not.toContain('Next income')
})
