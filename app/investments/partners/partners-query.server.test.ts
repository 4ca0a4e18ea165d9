import { expect, test } from 'vitest'
import { nextOrder } from './partners-order'
import { readPartnersQuery } from './partners-query.server'

const read = (query: string, isOneLevel?: boolean) =>
  readPartnersQuery(new URLSearchParams(query), { isOneLevel })

test('partners are sorted by their income unless the address says otherwise', () => {
  expect(read('')).toEqual({ sort: 'turnover', sortDir: 'desc' })
  expect(read('sort=password&sortDir=up&level=4&page=x')).toEqual({ sort: 'turnover', sortDir: 'desc' })
})

test('a column without a direction has its default direction', () => {
  expect(read('sort=login')).toEqual({ sort: 'login', sortDir: 'asc' })
  expect(read('sort=registeredAt')).toEqual({ sort: 'registeredAt', sortDir: 'desc' })
})

test('search, level and page are kept, and the list of one partner has no level', () => {
  const order = { sort: 'bonus', sortDir: 'asc' }
  const address = 'search=+tern+&level=2&page=3&sort=bonus&sortDir=asc'
  expect(read(address)).toEqual({ search: 'tern', level: 2, page: 3, ...order })
  expect(read(address, true)).toEqual({ search: 'tern', page: 3, ...order })
})

test('a second press on a column reverses it, and another column starts with its default', () => {
  expect(nextOrder('turnover', { sort: 'turnover', sortDir: 'desc' }).sortDir).toBe('asc')
  expect(nextOrder('turnover', { sort: 'turnover', sortDir: 'asc' }).sortDir).toBe('desc')
  expect(nextOrder('login', { sort: 'turnover', sortDir: 'desc' })).toEqual({ sort: 'login', sortDir: 'asc' })
})
