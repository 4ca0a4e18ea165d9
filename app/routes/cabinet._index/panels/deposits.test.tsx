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
  status: 'in_progress',
  term: 1,
  progress: { day: 1, days: 50 },
  endsAt: '2026-02-24T12:00:00.000Z',
  next: { amount: '3.33', at: '2026-01-07T12:00:00.000Z' },
}

const shown = (own: Partial<DepositLine>) =>
  renderToStaticMarkup(
    <I18nProvider value={en}>
      <Deposits
        deposits={{ shown: [{ ...line, ...own }], closable: { shown: [], more: 0 }, total: 1, next: null }}
      />
    </I18nProvider>,
  )

test('a deposit has its day and the end of its term, as far as they are known', () => {
  expect(shown({})).toContain(en.t('cabinet:dashboard.day', { day: 1, days: 50 }))
  expect(shown({ endsAt: null })).not.toContain('until')
  expect(shown({ progress: null })).not.toContain('<progress')
})

test('a state is named only where it is not the usual one', () => {
  expect(shown({ status: 'closed' })).toContain(en.t('common:status.deposit.closed'))
  expect(shown({})).not.toContain(en.t('common:status.deposit.in_progress'))
})
