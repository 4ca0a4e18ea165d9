import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Notification } from '~/contract/notification'
import { type ListPart, unreadFirst } from './unread-first.server'

const several = (count: number, readAt: string | null): Notification[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `${readAt ? 'read' : 'unread'}-${place}`,
    type: 'other',
    message: '',
    image: null,
    imageAlt: null,
    createdAt: '2026-01-05T06:07:08.000Z',
    readAt,
  }))

test('the pages of both parts are one list, without gaps and duplicates', async () => {
  const count = fc.integer({ min: 0, max: 70 })
  await fc.assert(
    fc.asyncProperty(count, count, async (unreadCount, readCount) => {
      const parts = {
        true: several(unreadCount, null),
        false: several(readCount, '2026-01-06T00:00:00.000Z'),
      }
      const all = [...parts.true, ...parts.false]
      const list: ListPart = ({ unread, page, limit }) => {
        const part = unread ? parts[unread] : all
        return Promise.resolve({ items: part.slice((page - 1) * limit, page * limit), total: part.length })
      }
      const seen: Notification[] = []
      for (let page = 1; page <= Math.ceil(all.length / 20) + 1; page++) {
        const { items, total } = await unreadFirst(list, page)
        expect(total).toBe(all.length)
        expect(items.length).toBeLessThanOrEqual(20)
        seen.push(...items)
      }
      expect(seen).toEqual(all)
    }),
  )
})

test.each([
  ['does not separate unread ones', [...several(2, null), ...several(1, '2026-01-06T00:00:00.000Z')], 3],
  ['sends no total', several(3, null), null],
])("if the upstream %s, the list has the upstream's order", async (_, all, total) => {
  const list: ListPart = () => Promise.resolve({ items: all, total })
  expect(await unreadFirst(list, 1)).toEqual({
    items: all,
    total,
    page: 1,
    limit: 20,
    keepsRead: total !== null,
  })
})

test('unreadable entries of either part are reported', async () => {
  const parts = { true: several(1, null), false: several(1, '2026-01-06T00:00:00.000Z') }
  const list: ListPart = ({ unread = 'true' }) =>
    Promise.resolve({ items: parts[unread], total: 3, leftOut: unread === 'true' ? 2 : 1 })
  expect(await unreadFirst(list, 1)).toMatchObject({ leftOut: 3 })
})
