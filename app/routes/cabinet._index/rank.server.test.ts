import { expect, test } from 'vitest'
import { rankView } from './rank.server'

const bonus = {
  rank: 'spark' as const,
  next: { rank: 'chimera' as const, turnover: '10000' },
  turnover: '4999.99',
  ranks: [],
  accruals: { referral: '0', matching: '0', bonus: '0', total: '0' },
  currency: 'USDT' as const,
}

test('tells what is missing to the next rank, and never more of the way than has been gone', () => {
  expect(rankView(bonus).next).toEqual({ rank: 'chimera', left: '5000.01', done: 0.4999 })
})

test('a turnover beyond the next rank is all of the way', () => {
  expect(rankView({ ...bonus, turnover: '12000' }).next).toMatchObject({ left: '0', done: 1 })
})

test('above the highest rank there is none', () => {
  expect(rankView({ ...bonus, next: null }).next).toBeNull()
})
