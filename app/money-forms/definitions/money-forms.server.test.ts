import { expect, test } from 'vitest'
import { type Operation } from '~/contract/statement'
import { type Upstream } from '~/upstream/types'
import { madeSince } from '../records.server'
import { moneyForms } from './money-forms.server'

/** Looked up by its operations, because the contract has no list of it. */

const since = Date.parse('2026-03-01T12:00:00.000Z')
const at = (minutes: number) => new Date(since + minutes * 60_000).toISOString()

const booked = (
  type: Operation['type'],
  minutes: number,
  id: string,
  of: Partial<Operation> = {},
): Operation => ({
  id: `operation-${id}-${type}`,
  type,
  direction: 'out',
  account: 'balance',
  currency: 'USDT',
  amount: '100.000',
  balanceAfter: '0',
  status: 'completed',
  createdAt: at(minutes),
  reference: { kind: 'any', id },
  ...of,
})

/** The parts of an upstream that are called, newest first. */
const upstreamWith = (operations: Operation[], expiresAt = '2026-04-01T12:00:00.000Z') =>
  ({
    user: {
      operations: ({ type }: { type: string }) =>
        Promise.resolve({ items: operations.filter((one) => one.type === type) }),
    },
    settings: { get: () => Promise.resolve({ key: 'extensions', value: ['ownUser'] }) },
    ownUser: { read: () => Promise.resolve({ user: { subscription: { expiresAt } } }) },
  }) as unknown as Upstream

async function found(
  name: keyof typeof moneyForms,
  values: Record<string, string>,
  operations: Operation[],
): Promise<(string | null)[]> {
  const entries = await moneyForms[name].find(upstreamWith(operations), values)
  const { made } = madeSince(entries, { sentAt: at(0) })
  return made.map(({ id }) => id)
}

test('an exchange is identified by both of its operations, and by no other exchange', async () => {
  const pair = (id: string, minutes: number, amount = '100.000') => [
    booked('exchange_in', minutes, id, { currency: 'BTC', amount: '0.001' }),
    booked('exchange_out', minutes, id, { amount }),
  ]
  const values = { from: 'USDT', to: 'BTC', amount: '100' }
  const all = [...pair('ours', 1), ...pair('of-another-amount', 1, '101'), ...pair('from-before', -1)]
  expect(await found('user.exchange', values, all)).toEqual(['ours'])
  expect(await found('user.exchange', { ...values, to: 'ETH' }, all)).toEqual([])
})

test('an exchange without an id is identified by the second of its two operations', async () => {
  const leg = (type: 'exchange_out' | 'exchange_in', minutes: number, amount: string, currency: string) =>
    booked(type, minutes, '', { reference: null, direction: null, id: null, amount, currency })
  const all = [
    leg('exchange_out', 1, '100', 'USDT'),
    leg('exchange_in', 1, '0.001', 'BTC'),
    leg('exchange_in', 3, '0.002', 'ETH'),
    leg('exchange_out', 4, '100', 'USDT'),
  ]
  const values = { from: 'USDT', to: 'BTC', amount: '100' }
  expect(await found('user.exchange', values, all)).toEqual([null])
  expect(await found('user.exchange', { ...values, to: 'ETH' }, all)).toEqual([])
})

test('the newest subscription is identified by its end, which no other purchase has', async () => {
  const all = [booked('subscription', 1, 'newest'), booked('subscription', -1, 'from-before')]
  expect(await found('user.subscription', { optionId: 'month' }, all)).toEqual(['2026-04-01T12:00:00.000Z'])
  expect(await found('user.subscription', { optionId: 'month' }, all.slice(1))).toEqual([])
})

test('a cancelled withdrawal is identified by the returned money', async () => {
  const all = [booked('payment_return', 1, 'ours'), booked('payment_return', 1, 'other')]
  expect(await found('paymentCancel.cancel', { id: 'ours' }, all)).toEqual(['ours'])
  expect(await found('paymentCancel.cancel', { id: 'still-pending' }, all)).toEqual([])
})
