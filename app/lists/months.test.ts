import { expect, test } from 'vitest'
import { lastMonths } from './months'

test('months reach from their first day to their last one, over the turn of the year', () => {
  expect(lastMonths('2028-03-31', 3)).toEqual([
    { month: '2028-03', from: '2028-03-01', to: '2028-03-31' },
    { month: '2028-02', from: '2028-02-01', to: '2028-02-29' },
    { month: '2028-01', from: '2028-01-01', to: '2028-01-31' },
  ])
  expect(lastMonths('2026-01-05', 2).map(({ month }) => month)).toEqual(['2026-01', '2025-12'])
})
