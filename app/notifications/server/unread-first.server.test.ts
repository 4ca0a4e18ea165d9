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
    createdAt: '2026-01-05T06:07:08.000Z',
    readAt,
  }))

test('the pages of both parts are one list, in which nothing is missing and nothing comes twice', async () => {
  const count = fc.integer({ min: 0, max: 70 })
  await fc.assert(
    fc.asyncProperty(count, count, async (unreadCount, readCount) => {
      const parts = {
        true: several(unreadCount, null),
        false: several(readCount, '2026-01-06T00:00:00.000Z'),
      }
      const list: ListPart = ({ unread, page, limit }) =>
        Promise.resolve({
          items: parts[unread].slice((page - 1) * limit, page * limit),
          total: parts[unread].length,
        })
      const all = [...parts.true, ...parts.false]
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
