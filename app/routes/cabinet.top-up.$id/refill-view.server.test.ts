import { expect, test } from 'vitest'
import { type Refill } from '~/contract/funds'
import { viewRefill } from './refill-view.server'

const refill: Refill = {
  id: 'r1',
  system: 'btc',
  currency: 'BTC',
  network: 'Bitcoin',
  requestAmount: '0.01',
  creditedAmount: null,
  wallet: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  paymentUri: 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.01',
  transactionHash: null,
  status: 'pending',
  seen: null,
  reason: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  expiresAt: '2026-01-05T11:00:00.000Z',
  creditedAt: null,
}

const at = (time: string) => new Date(`2026-01-05T${time}Z`)

test('a top-up can be paid until it expires, and not from then on', () => {
  expect(viewRefill(refill, at('10:59:59')).payment?.timeLeftMs).toBe(1000)
  expect(viewRefill(refill, at('11:00:00'))).toEqual({
    refill: { ...refill, status: 'timeout_expired' },
    payment: null,
    isOtherAmount: false,
  })
})

test.each(['topped_up', 'rejected', 'timeout_expired', 'unknown'] as const)("%s can't be paid", (status) => {
  const view = viewRefill({ ...refill, status }, at('10:30:00'))
  expect(view.payment).toBeNull()
  expect(view.refill.status).toBe(status)
})

test.each([
  ['0.01', false],
  ['0.010000', false],
  ['0.00999999', true],
])('whether the received amount, %s, differs from the requested one: %s', (creditedAmount, isOther) => {
  const credited: Refill = { ...refill, status: 'topped_up', creditedAmount }
  expect(viewRefill(credited, at('10:30:00')).isOtherAmount).toBe(isOther)
})

test.each([
  [refill.paymentUri, refill.paymentUri],
  [
    'ethereum:0x52908400098527886E0F7030069857D2E4169EE7?value=1e16',
    'ethereum:0x52908400098527886E0F7030069857D2E4169EE7?value=1e16',
  ],
  ['javascript:alert(1)', null],
  [' JavaScript:alert(1)', null],
  ['data:text/html,x', null],
  ['no address', null],
  [null, null],
])('%s as a link is %s', (paymentUri, link) => {
  expect(viewRefill({ ...refill, paymentUri }, at('10:30:00')).payment?.link).toBe(link)
})
