import { expect, test } from 'vitest'
import { readListQuery } from './list-query.server'

const read = (query: string) =>
  readListQuery('user.operations', new URLSearchParams(query), ['type', 'currency', 'from', 'to', 'page'])

test('filters and page are parsed by the contract', () => {
  expect(read('type=accrual&currency=USDT&from=2026-01-05&page=2')).toEqual({
    type: 'accrual',
    currency: 'USDT',
    from: '2026-01-05',
    page: 2,
  })
})

test('a value that the upstream would refuse counts as absent', () => {
  expect(read('type=gift&currency=usdt%00&from=2026-02-30&page=0')).toEqual({})
  expect(read('page=1.5&to=&type=')).toEqual({})
  expect(readListQuery('user.referrals', new URLSearchParams('search=a%00b'), ['search'])).toEqual({})
})

test('a parameter of another list is left in the address', () => {
  expect(read('limit=1000&sort=amount&__proto__=1')).toEqual({})
})
