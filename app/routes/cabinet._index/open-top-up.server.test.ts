import { expect, test } from 'vitest'
import { type Refill } from '~/contract/funds'
import { openTopUpOf } from './open-top-up.server'

const now = new Date('2026-01-05T12:00:00.000Z')
const refill = (expiresAt: string) =>
  ({ id: 'r1', requestAmount: '70', currency: 'USDT', expiresAt, wallet: 'T…' }) as Refill

test('the newest request leads back to its address, and says how many there are', () => {
  const pending = { items: [refill('2026-01-05T12:59:00.000Z')], total: 3 }
  expect(openTopUpOf(pending, now)).toEqual({
    id: 'r1',
    requestAmount: '70',
    currency: 'USDT',
    expiresAt: '2026-01-05T12:59:00.000Z',
    count: 3,
  })
})

test('nothing leads to an address whose time is over, or to none', () => {
  expect(openTopUpOf({ items: [refill('2026-01-05T12:00:00.000Z')], total: 1 }, now)).toBeNull()
  expect(openTopUpOf({ items: [], total: 0 }, now)).toBeNull()
})
