import { expect, test } from 'vitest'
import { type Entry, accountId, checkEntry, house, investor } from './ledger'

const entry = (lines: [account: Entry['lines'][number]['account'], amount: string][]): Entry => ({
  eventId: 'refill:r1',
  type: 'refill',
  userId: 'u1',
  occurredAt: new Date('2026-01-01T00:00:00Z'),
  reference: null,
  lines: lines.map(([account, amount]) => ({ account, amount, type: 'refill' })),
})

test('an account has one name', () => {
  expect(accountId(investor('u1', 'balance_dep', 'BTC'))).toBe('u1/balance_dep/BTC')
  expect(accountId(house('yield', 'USDT'))).toBe('house/yield/USDT')
})

test('an entry that sums to zero in every currency is accepted', () => {
  const four = entry([
    [investor('u1', 'balance', 'USDT'), '-100'],
    [house('exchange', 'USDT'), '100'],
    [house('exchange', 'BTC'), '-0.002'],
    [investor('u1', 'balance', 'BTC'), '0.002'],
  ])
  expect(() => checkEntry(four)).not.toThrow()
})

test('an entry that does not is refused, even if the currencies compensate each other', () => {
  const crossed = entry([
    [investor('u1', 'balance', 'USDT'), '-1'],
    [investor('u1', 'balance', 'TRX'), '1'],
  ])
  expect(() => checkEntry(crossed)).toThrow('does not sum to zero in USDT')
})

test('a single line, a line of zero and an amount with too many decimals are refused', () => {
  const [from, to] = [house('outside', 'USDT'), investor('u1', 'balance', 'USDT')]
  expect(() => checkEntry(entry([[to, '1']]))).toThrow('fewer than two lines')
  expect(() =>
    checkEntry(
      entry([
        [from, '0'],
        [to, '0'],
      ]),
    ),
  ).toThrow('line of nothing')
  expect(() =>
    checkEntry(
      entry([
        [from, '-0.0000001'],
        [to, '0.0000001'],
      ]),
    ),
  ).toThrow('finer than the currency')
})
