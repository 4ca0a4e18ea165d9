import { type Notification } from '~/contract/notification'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type ListPage } from '~/lists/list-page'

/** Notifications in two parts, the unread ones first, each newest first. */

type Part = Pick<ListPage<Notification>, 'items' | 'total' | 'leftOut'>

/** One page of one part, newest first; of both together if none is named. */
export type ListPart = (query: { unread?: 'true' | 'false'; page: number; limit: number }) => Promise<Part>

const perPage = 20

/** `keepsRead`: whether the list has read notifications too. Some upstreams leave them out. */
type BothParts = ListPage<Notification> & { keepsRead: boolean }

/**
 * A page of both parts one after the other, as if they were one list. Falls back to the upstream's own order if it
 * can't filter by `unread`, ignores the filter, or does not provide the totals.
 */
export async function unreadFirst(list: ListPart, page: number): Promise<BothParts> {
  const inParts = await partsOf(list, page).catch(unlessRefused)
  if (inParts) return { ...inParts, keepsRead: true }
  const whole = await list({ page, limit: perPage })
  const keepsRead = whole.items.some(({ readAt }) => readAt !== null)
  return { ...whole, page, limit: perPage, keepsRead }
}

/** @throws any failure except a refusal by an upstream that does not know the filter */
function unlessRefused(error: unknown): null {
  if (error instanceof UpstreamFailure && error.kind === 'refused') return null
  throw error
}

async function partsOf(list: ListPart, page: number): Promise<ListPage<Notification> | null> {
  const listRead = (one: number) => list({ unread: 'false', page: one, limit: perPage })
  // On the first page the read ones always begin with their first, so both requests can be concurrent.
  const [unread, beginning] = await Promise.all([
    list({ unread: 'true', page, limit: perPage }),
    page === 1 ? listRead(1) : null,
  ])
  if (unread.total === null || !unread.items.every(({ readAt }) => readAt === null)) return null
  // Where the page begins and ends in the second part.
  const from = Math.max(0, (page - 1) * perPage - unread.total)
  const until = Math.max(0, page * perPage - unread.total)
  const first = Math.floor(from / perPage) + 1
  const pages = until > first * perPage ? [first, first + 1] : [first]
  const parts = await Promise.all(pages.map(async (one) => (one === 1 && beginning) || listRead(one)))
  const ofRead = parts.flatMap(({ items }) => items)
  const readTotal = parts[0]?.total ?? null
  if (readTotal === null || !ofRead.every(({ readAt }) => readAt !== null)) return null
  const start = (first - 1) * perPage
  return {
    items: [...unread.items, ...ofRead.slice(from - start, until - start)],
    total: unread.total + readTotal,
    leftOut: [unread, ...parts].reduce((count, { leftOut = 0 }) => count + leftOut, 0),
    page,
    limit: perPage,
  }
}
