import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { type Upstream } from '~/upstream/types'
import { readAccruals } from './accruals.server'

const startedAt = '2026-01-01T10:00:00.000Z'
const day = (k: number) => new Date(Date.parse(startedAt) + k * 86_400_000).toISOString()
const deposit = {
  id: 'ours',
  startedAt,
  endsAt: day(50),
  closedAt: null,
  nextAccrualAt: null,
} as unknown as Deposit
const calendarDate = (iso: string) => iso.slice(0, 10)

/** A statement that returns the requested days, two deposits a day, at most `maxRows` rows at once. */
function statement(maxRows = 1000) {
  const requests: { from: string; to: string }[] = []
  const operations = ({ from, to, page }: { from: string; to: string; page: number }) => {
    requests.push({ from, to })
    const rows = Array.from({ length: 50 }, (_, place) => 50 - place)
      .filter((k) => calendarDate(day(k)) >= from && calendarDate(day(k)) <= to)
      .flatMap((k) =>
        ['ours', 'other'].map((id) => ({
          id: `${id}-${k}`,
          createdAt: day(k),
          amount: `${k}`,
          reference: { kind: 'deposit', id },
        })),
      )
    const items = rows.slice((page - 1) * maxRows, page * maxRows)
    return Promise.resolve({ items, total: rows.length })
  }
  return { requests, upstream: { user: { operations } } as unknown as Upstream }
}

async function read({ upstream }: ReturnType<typeof statement>, page: number, now: string, of = deposit) {
  const accruals = await readAccruals(upstream, of, { page, now: new Date(now), calendarDate })
  if (!accruals) throw new Error('nothing is told of them')
  return accruals
}

test('a page requests its own ten days, and shows no other deposit', async () => {
  const source = statement()
  const first = await read(source, 1, day(12.5))
  expect(first).toMatchObject({ total: 12, page: 1, limit: 10 })
  expect(first.items.map((row) => row.day)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(first.items[0]).toEqual({ day: 12, at: day(12), amount: '12' })
  expect((await read(source, 2, day(12.5))).items.map((row) => row.day)).toEqual([2, 1])
  expect(source.requests).toEqual([
    { from: '2026-01-04', to: '2026-01-13' },
    { from: '2026-01-02', to: '2026-01-03' },
  ])
})

test('a statement of many deposits is read to its end', async () => {
  expect((await read(statement(3), 1, day(12.5))).items).toHaveLength(10)
})

test('nothing is requested before the first day is over, or past the last page', async () => {
  const source = statement()
  expect(await read(source, 1, day(0.9))).toMatchObject({ items: [], total: 0 })
  expect(await read(source, 9, day(12.5))).toMatchObject({ items: [], total: 12 })
  expect(source.requests).toEqual([])
})

test.each([
  ['past the end of its terms', day(80), null, 50],
  ['once it is closed', day(80), day(20.5), 20],
])('it earns nothing %s', async (_, now, closedAt, total) => {
  expect(await read(statement(), 1, now, { ...deposit, closedAt })).toMatchObject({ total })
})
