import { expect, test } from 'vitest'
import { type RankRule, matchingPercent, ranksReached, referralRewards, shareOf } from './rewards'

const ranks: RankRule[] = [
  { rank: 'monarch', turnover: '50000', percent: '10', bonus: '500' },
  { rank: 'spark', turnover: '1000', percent: '5', bonus: '10' },
  { rank: 'chimera', turnover: '10000', percent: '7', bonus: '100' },
]

const names = (rules: RankRule[]) => rules.map(({ rank }) => rank)

test('an opening of 300 pays 21, 9 and 3', () => {
  const rules = [
    { level: 1, percent: '7' },
    { level: 2, percent: '3' },
    { level: 3, percent: '1' },
  ]
  expect([...referralRewards('300', rules)]).toEqual([
    [1, '21'],
    [2, '9'],
    [3, '3'],
  ])
})

test('a share is rounded down at the scale of USDT', () => {
  // 123.456789 × 7 % = 8.64197523
  expect(shareOf('123.456789', '7')).toBe('8.641975')
  expect(shareOf('0.000001', '7')).toBe('0')
})

test('a rank is reached at its turnover exactly', () => {
  expect(names(ranksReached(null, '999.999999', ranks))).toEqual([])
  expect(names(ranksReached(null, '1000', ranks))).toEqual(['spark'])
})

test('one opening may pass several ranks, lowest first, each once', () => {
  expect(names(ranksReached(null, '60000', ranks))).toEqual(['spark', 'chimera', 'monarch'])
  expect(names(ranksReached('spark', '60000', ranks))).toEqual(['chimera', 'monarch'])
  expect(names(ranksReached('monarch', '60000', ranks))).toEqual([])
})

test('a rank never falls', () => {
  expect(names(ranksReached('monarch', '1500', ranks))).toEqual([])
})

test('the order of the ranks is fixed, whatever the settings say', () => {
  const withoutSpark = ranks.filter(({ rank }) => rank !== 'spark')
  expect(names(ranksReached('spark', '12000', withoutSpark))).toEqual(['chimera'])
  expect(names(ranksReached('monarch', '60000', withoutSpark.slice(1)))).toEqual([])
  const turned: RankRule[] = [
    { rank: 'spark', turnover: '20000', percent: '5', bonus: '10' },
    { rank: 'chimera', turnover: '10000', percent: '7', bonus: '100' },
  ]
  expect(names(ranksReached(null, '12000', turned))).toEqual(['chimera'])
  expect(names(ranksReached('chimera', '25000', turned))).toEqual([])
})

test('matching depends on the rank', () => {
  expect(matchingPercent('chimera', ranks)).toBe('7')
  expect(matchingPercent(null, ranks)).toBeNull()
})
