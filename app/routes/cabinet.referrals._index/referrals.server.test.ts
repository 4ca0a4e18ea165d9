import { expect, test } from 'vitest'
import { viewRank } from './referrals.server'

const ranks = [
  { rank: 'spark', turnover: '1000', percent: '5' },
  { rank: 'chimera', turnover: '10000', percent: '7' },
] as const
const accruals = { referral: '0', matching: '0', bonus: '0', total: '0' }
const bonus = (turnover: string, goal = '10000') => ({
  rank: 'spark' as const,
  next: { rank: 'chimera' as const, turnover: goal },
  turnover,
  ranks: [...ranks],
  accruals,
  currency: 'USDT' as const,
})

test.each([
  ['1800.5', '8199.5', 0.18],
  ['0', '10000', 0],
  ['9999.999999', '0.000001', 0.9999],
])('with a turnover of %s, %s is missing and the progress is %d', (turnover, left, done) => {
  expect(viewRank(bonus(turnover), null).next).toMatchObject({ rank: 'chimera', left, done })
})

test('a turnover past the next rank, and a rank without a requirement, are complete', () => {
  expect(viewRank(bonus('20000'), null).next).toMatchObject({ left: '0', done: 1 })
  expect(viewRank(bonus('0', '0'), null).next).toMatchObject({ left: '0', done: 1 })
})

test('the highest rank has none after it', () => {
  expect(viewRank({ ...bonus('20000'), next: null }, null).next).toBeNull()
})

test('each rank has the bonus of the rules, or an unknown one', () => {
  const rules = [{ ...ranks[0], bonus: '10' }]
  expect(viewRank(bonus('0'), rules).ranks.map((rank) => rank.bonus)).toEqual(['10', null])
  expect(viewRank(bonus('0'), null).ranks.map((rank) => rank.bonus)).toEqual([null, null])
})
