import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Payment } from '~/contract/funds'
import { I18nProvider } from '~/locale/context'
import { createServerI18n } from '~/locale/texts.server'
import { textOfHtml } from '../../../tests/support/visitor'
import { Course, PaymentFacts, WhatNext } from './facts'

const { en } = createServerI18n('Europe/Vilnius')

/** A withdrawal from an upstream without currencies and fees. */
const bare: Payment = {
  id: 'p1',
  system: 'trc20',
  currency: null,
  network: null,
  wallet: null,
  amount: '50.5',
  fee: null,
  net: null,
  fromUsdt: null,
  rate: null,
  transactionHash: null,
  status: 'pending',
  reason: null,
  createdAt: null,
  expectedBy: null,
  rest: null,
  withdrawnAt: null,
}

function shown(own: Partial<Payment> = {}): string {
  const payment = { ...bare, ...own }
  const html = renderToStaticMarkup(
    <I18nProvider value={en}>
      <WhatNext payment={payment} rest={null} isOverdue={false} hasContacts />
      <PaymentFacts payment={payment} />
      <Course payment={payment} />
    </I18nProvider>,
  )
  return textOfHtml(html)
}

test('unknown values have no row: no fee, no currency, no due time', () => {
  const text = shown()
  expect(text).toContain('Details Amount 50.5 Number p1 ')
  expect(text).not.toMatch(/Fee|Due|due|Arrives|null|undefined|Invalid/)
})

test.each(['pending', 'under_review'] as const)(
  '%s shows no due time if the upstream sends none',
  (status) => {
    expect(shown({ status })).toContain(en.t(`common:sentence.payment.${status}Plain`))
    expect(shown({ status, expectedBy: '2026-01-09T10:00:00.000Z' })).toMatch(/Due by 9\sJanuary\s2026/)
  },
)

test('the purchase is shown with its rate only if its currency is known', () => {
  const bought = { fromUsdt: '500', rate: '50000' }
  expect(shown(bought)).toContain('Taken from the USDT balance 500.00 USDT Number')
  expect(shown({ ...bought, currency: 'BTC' })).toMatch(/500\.00\sUSDT at 1 BTC = 50,000\.00\sUSDT/)
})
