import { expect, test } from 'vitest'
import { type Part, everyPage } from './every-page.server'

interface Row {
  id: string | null
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ id: `r${at}` }))

async function read(ask: (page: number) => Part<Row>, maxPages?: number) {
  const requests: number[] = []
  const found: Row[] = []
  const pages = everyPage((page) => {
    requests.push(page)
    return Promise.resolve(ask(page))
  }, maxPages)
  for await (const items of pages) found.push(...items)
  return { requests, found }
}

const paged =
  (all: Row[], total: number | null, perPage = 3) =>
  (page: number): Part<Row> => ({ items: all.slice((page - 1) * perPage, page * perPage), total })

test('a list with a total is read up to it, and no further', async () => {
  expect(await read(paged(rows(6), 6))).toEqual({ requests: [1, 2], found: rows(6) })
})

test('a list without a total is read until a page brings nothing', async () => {
  expect(await read(paged(rows(7), null))).toEqual({ requests: [1, 2, 3, 4], found: rows(7) })
})

test.each([
  ['with numbers', rows(3)],
  ['without', rows(3).map(() => ({ id: null }))],
])('%s entries that come again on every page are listed once', async (_, all) => {
  expect(await read(() => ({ items: all, total: null }))).toEqual({ requests: [1, 2], found: all })
})

test('an entry that moved to the next page meanwhile is listed once', async () => {
  const grown = [{ id: 'new' }, ...rows(5)]
  const ask = (page: number) => paged(page === 1 ? rows(5) : grown, page === 1 ? 5 : 6)(page)
  expect((await read(ask)).found).toEqual(rows(5))
})

test('unreadable entries count, and the limit is kept whatever the upstream says', async () => {
  const unreadable = (page: number): Part<Row> =>
    page === 1 ? { items: [], total: 5, leftOut: 3 } : { items: rows(2), total: 5 }
  expect(await read(unreadable)).toEqual({ requests: [1, 2], found: rows(2) })
  expect((await read((page) => ({ items: [{ id: `${page}` }], total: null }), 4)).requests).toHaveLength(4)
})
