import { describe, expect, test } from 'vitest'
import { type Entry, accountId, checkEntry } from './ledger'
import {
  accrued,
  corrected,
  depositClosed,
  depositOpened,
  exchanged,
  paymentCompleted,
  paymentHeld,
  paymentReturned,
  refillCredited,
  subscribed,
} from './investor-postings'
import { matchingPaid, rankBonusPaid, referralPaid, rewardReleased, rewardTakenBack } from './reward-postings'

const occasion = { userId: 'ann', occurredAt: new Date('2026-03-01T00:00:00Z') }

/** The lines as text, after the entry was checked by the ledger's rules. */
function lines(entry: Entry): string[] {
  checkEntry(entry)
  return entry.lines.map(({ account, amount, type }) => `${type} ${accountId(account)} ${amount}`)
}

test('a top-up comes from outside', () => {
  const entry = refillCredited(occasion, { id: 'r1', currency: 'USDT', amount: '700' })
  expect(entry.eventId).toBe('refill:r1')
  expect(lines(entry)).toEqual(['refill house/outside/USDT -700', 'refill ann/balance/USDT 700'])
})

test('opening and closing a deposit move the principal within its currency', () => {
  const deposit = { id: 'd1', currency: 'BTC', amount: '0.12345678' }
  expect(lines(depositOpened(occasion, deposit))).toEqual([
    'deposit_open ann/balance/BTC -0.12345678',
    'deposit_open ann/balance_dep/BTC 0.12345678',
  ])
  expect(lines(depositClosed(occasion, deposit))).toEqual([
    'deposit_close ann/balance_dep/BTC -0.12345678',
    'deposit_close ann/balance/BTC 0.12345678',
  ])
})

test('an accrual is paid in USDT and identified by deposit and day', () => {
  const entry = accrued(occasion, { depositId: 'd1', k: 51, creditedUsdt: '6.66' })
  expect(entry.eventId).toBe('accrual:d1:51')
  expect(lines(entry)).toEqual(['accrual house/yield/USDT -6.66', 'accrual ann/balance/USDT 6.66'])
})

test('an exchange is one entry and two operations', () => {
  const exchange = { id: 'x1', from: 'USDT', to: 'BTC', amountFrom: '100', amountTo: '0.002' }
  expect(lines(exchanged(occasion, exchange))).toEqual([
    'exchange_out ann/balance/USDT -100',
    'exchange_out house/exchange/USDT 100',
    'exchange_in house/exchange/BTC -0.002',
    'exchange_in ann/balance/BTC 0.002',
  ])
})

test('a subscription, a referral, a matching, a rank bonus', () => {
  expect(lines(subscribed(occasion, { id: 's1', price: '25' }))).toEqual([
    'subscription ann/balance/USDT -25',
    'subscription house/subscriptions/USDT 25',
  ])
  const ofDeposit = { depositId: 'd2', partnerId: 'bob', held: false }
  const referral = referralPaid(occasion, { ...ofDeposit, level: 1, amount: '21' })
  expect([referral.eventId, referral.sourceUserId]).toEqual(['referral:d2:1', 'bob'])
  expect(lines(referral)).toEqual(['referral house/rewards/USDT -21', 'referral ann/balance/USDT 21'])
  const matching = matchingPaid(occasion, { ...ofDeposit, k: 3, amount: '0.1665' })
  expect(matching.eventId).toBe('matching:d2:3')
  expect(lines(matching)).toEqual(['matching house/rewards/USDT -0.1665', 'matching ann/balance/USDT 0.1665'])
  const spark = rankBonusPaid(occasion, { rank: 'spark', amount: '10', held: false })
  expect(spark.eventId).toBe('rank:ann:spark')
})

test('a held reward becomes available, or returns to the house, under its own kind', () => {
  const held = { depositId: 'd2', partnerId: 'bob', held: true }
  const paid = [
    referralPaid(occasion, { ...held, level: 1, amount: '21' }),
    matchingPaid(occasion, { ...held, k: 3, amount: '0.1665' }),
    rankBonusPaid(occasion, { rank: 'spark', amount: '10', held: true }),
  ]
  expect(paid.flatMap(lines)).toEqual([
    'referral house/rewards/USDT -21',
    'referral ann/rewards_held/USDT 21',
    'matching house/rewards/USDT -0.1665',
    'matching ann/rewards_held/USDT 0.1665',
    'bonus house/rewards/USDT -10',
    'bonus ann/rewards_held/USDT 10',
  ])
  const referral = { ...held, source: 'referral:d2:1', kind: 'referral', rank: null, amount: '21' } as const
  const bonus = { ...held, source: 'rank:ann:spark', kind: 'bonus', rank: 'spark', amount: '10' } as const
  const released = rewardReleased(occasion, referral)
  expect([released.eventId, released.sourceUserId]).toEqual(['reward_release:referral:d2:1', 'bob'])
  expect(lines(released)).toEqual(['referral ann/rewards_held/USDT -21', 'referral ann/balance/USDT 21'])
  const taken = rewardTakenBack(occasion, bonus, 'one person')
  expect([taken.eventId, taken.reason]).toEqual(['reward_take_back:rank:ann:spark', 'one person'])
  expect([taken.reference, taken.sourceUserId]).toEqual([{ kind: 'rank', id: 'spark' }, undefined])
  expect(lines(taken)).toEqual(['bonus ann/rewards_held/USDT -10', 'bonus house/rewards/USDT 10'])
})

test('a correction has its reason and may be negative', () => {
  const entry = corrected(occasion, { id: 'c1', currency: 'TRX', amount: '-5', reason: 'credited twice' })
  expect(entry.reason).toBe('credited twice')
  expect(lines(entry)).toEqual(['correction house/outside/TRX 5', 'correction ann/balance/TRX -5'])
})

describe('a withdrawal', () => {
  const own = {
    id: 'p1',
    currency: 'USDT',
    amount: '100',
    fee: '1',
    net: '99',
    fromBalance: '100',
    fromUsdt: null,
  }
  // 0.01 BTC, 0.004 of it available; 0.006 × 61,234.56 = 367.40736 USDT
  const mixed = {
    id: 'p2',
    currency: 'BTC',
    amount: '0.01',
    fee: '0.0001',
    net: '0.0099',
    fromBalance: '0.004',
    fromUsdt: '367.40736',
  }

  test('reserves its money, then pays it out and keeps the fee', () => {
    expect(lines(paymentHeld(occasion, own))).toEqual([
      'payment ann/balance/USDT -100',
      'payment ann/held/USDT 100',
    ])
    expect(lines(paymentCompleted(occasion, own))).toEqual([
      'payment_complete ann/held/USDT -99',
      'payment_complete house/outside/USDT 99',
      'payment_complete ann/held/USDT -1',
      'payment_complete house/fees/USDT 1',
    ])
  })

  test('buys the missing amount with USDT', () => {
    expect(lines(paymentHeld(occasion, mixed))).toEqual([
      'payment ann/balance/BTC -0.004',
      'payment ann/held/BTC 0.004',
      'payment ann/balance/USDT -367.40736',
      'payment house/exchange/USDT 367.40736',
      'payment house/exchange/BTC -0.006',
      'payment ann/held/BTC 0.006',
    ])
  })

  test('returns to its sources to the last digit', () => {
    expect(lines(paymentReturned(occasion, mixed))).toEqual([
      'payment_return ann/balance/BTC 0.004',
      'payment_return ann/held/BTC -0.004',
      'payment_return ann/balance/USDT 367.40736',
      'payment_return house/exchange/USDT -367.40736',
      'payment_return house/exchange/BTC 0.006',
      'payment_return ann/held/BTC -0.006',
    ])
  })

  test('without own balance or fee has no lines of zero', () => {
    const bought = { ...mixed, fromBalance: '0', fee: '0', net: '0.01', fromUsdt: '612.3456' }
    expect(lines(paymentHeld(occasion, bought))).toHaveLength(4)
    expect(lines(paymentCompleted(occasion, bought))).toHaveLength(2)
  })
})
