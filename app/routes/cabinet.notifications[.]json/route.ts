import { type LoaderFunctionArgs } from '@remix-run/node'
import { summaryOf } from '~/notifications/server/summary.server'
import { requireInvestor } from '~/session/guards.server'

/** As many as a gap may hide before the reader is better served by the list itself. */
const newest = 50

/** The newest notifications for a page that may have missed some, and whose they are. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream, login } = await requireInvestor(context)
  const { items, unread } = await upstream.notification.list({
    limit: newest,
    sort: 'createdAt',
    sortDir: 'desc',
  })
  return Response.json({ login, unread, items: items.map(summaryOf) })
}
