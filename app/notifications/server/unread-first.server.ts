import { type Notification } from '~/contract/notification'

/** A list of which the upstream keeps two parts: what is unread, then what has been read, each newest first. */

interface Part {
  items: Notification[]
  total: number
}

/** One page of one part, newest first. */
export type ListPart = (query: { unread: 'true' | 'false'; page: number; limit: number }) => Promise<Part>

const perPage = 20

/** A page of both parts one after the other, as if they were one list. */
export async function unreadFirst(list: ListPart, page: number) {
  const listRead = (one: number) => list({ unread: 'false', page: one, limit: perPage })
  // The first page shows the read ones from their first on, however many are unread: both are asked for at once.
  const [unread, beginning] = await Promise.all([
    list({ unread: 'true', page, limit: perPage }),
    page === 1 ? listRead(1) : null,
  ])
  // Where the page begins and ends in the second part.
  const from = Math.max(0, (page - 1) * perPage - unread.total)
  const until = Math.max(0, page * perPage - unread.total)
  const first = Math.floor(from / perPage) + 1
  const pages = until > first * perPage ? [first, first + 1] : [first]
  const parts = await Promise.all(pages.map(async (one) => (one === 1 && beginning) || listRead(one)))
  const start = (first - 1) * perPage
  const read = parts.flatMap(({ items }) => items).slice(from - start, until - start)
  return {
    items: [...unread.items, ...read],
    total: unread.total + (parts[0]?.total ?? 0),
    page,
    limit: perPage,
  }
}
