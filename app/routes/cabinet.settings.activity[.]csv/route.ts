import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readActivityQuery } from '~/identity/activity/query.server'
import { everyPage } from '~/lists/every-page.server'
import { dayErrorsOf } from '~/lists/list-query.server'
import { paths } from '~/paths'
import { textStream } from '~/server/text-stream.server'
import { requireInvestor } from '~/session/guards.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { requireExtension } from '~/upstream/settings.server'
import { activityLines } from './lines.server'

/** The most that the upstream gives of this list at once. */
const perPage = 1_000

/**
 * The records that match the filters of the address, oldest first, so that new ones come at the end. The file may have
 * any length: only one page is in memory at a time.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  await requireExtension(upstream, 'activity')
  const { gone, drained } = context.reader
  const { page: _page, ...filters } = readActivityQuery(context.url.searchParams)
  // The page of the records shows the errors of the days.
  const dayErrors = dayErrorsOf(context.url.searchParams, filters, context.i18n)
  if (dayErrors) return redirect(paths.activity({ ...filters, ...dayErrors.typed }))
  const query = { ...filters, sort: 'at', sortDir: 'asc', limit: perPage } as const
  let leftOut = 0
  async function ask(page: number) {
    const list = await upstream.activity.list({ ...query, page }, { signal: gone })
    leftOut += list.leftOut ?? 0
    return list
  }
  const first = await ask(1).catch((error: unknown) => {
    // That page also reports an outage.
    if (error instanceof UpstreamFailure && error.kind !== 'unauthorized')
      throw redirect(paths.activity(filters))
    throw error
  })
  const lines = activityLines(context.i18n)
  async function* pieces() {
    yield lines.head
    for await (const records of everyPage(async (page) => (page === 1 ? first : ask(page)))) {
      yield lines.records(records)
      await drained()
    }
    yield lines.leftOut(leftOut)
  }
  const days = [filters.from, filters.to]
  return new Response(textStream(pieces(), gone), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${['activity', ...days].filter(Boolean).join('_')}.csv"`,
    },
  })
}
