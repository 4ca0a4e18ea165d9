import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Refill } from '~/contract/funds'
import { I18nProvider } from '~/locale/context'
import { createServerI18n } from '~/locale/texts.server'
import { textOfHtml } from '../../../tests/support/visitor'
import { RefillFacts, WhatHappened } from './facts'
import { viewRefill } from './refill-view.server'

const { en } = createServerI18n('Europe/Vilnius')

/** A refill from an upstream without times and currencies. */
const bare: Refill = {
  id: 'r1',
  system: 'btc',
  currency: null,
  network: null,
  requestAmount: '0.01',
  creditedAmount: null,
  wallet: null,
  paymentUri: null,
  transactionHash: null,
  status: 'pending',
  seen: null,
  reason: null,
  createdAt: null,
  expiresAt: null,
  creditedAt: null,
}
const now = new Date('2026-01-05T10:30:00.000Z')

function shown(own: Partial<Refill>): string {
  const { refill, isOtherAmount } = viewRefill({ ...bare, ...own }, now)
  const html = renderToStaticMarkup(
    <I18nProvider value={en}>
      <WhatHappened refill={refill} isOtherAmount={isOtherAmount} seen={null} />
      <RefillFacts refill={refill} />
    </I18nProvider>,
  )
  return textOfHtml(html)
}

test('unknown values have no row', () => {
  expect(shown({})).toContain('Details Requested 0.01 Number r1')
})

test('a credited amount is shown without its time if that is unknown', () => {
  const credited = { status: 'topped_up', creditedAmount: '0.01', currency: 'BTC' } as const
  expect(shown(credited)).toContain('0.01000000 BTC was credited to your balance. ')
  expect(shown({ ...credited, creditedAt: '2026-01-05T10:00:00.000Z' })).toMatch(
    /credited to your balance on 5/,
  )
})

test('a top-up without an end can be paid as long as it is pending', () => {
  const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  expect(viewRefill({ ...bare, wallet }, now).payment).toMatchObject({ timeLeftMs: null, link: null })
  expect(viewRefill({ ...bare, wallet, status: 'rejected' }, now).payment).toBeNull()
})

test("without an address the upstream's link is offered, and without both there is no way to pay", () => {
  const paymentUri = 'https://pay.example/r1'
  expect(viewRefill({ ...bare, paymentUri }, now).payment).toEqual({
    qr: null,
    link: paymentUri,
    timeLeftMs: null,
  })
  expect(viewRefill(bare, now).payment).toBeNull()
})
