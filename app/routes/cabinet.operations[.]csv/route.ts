import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { textStream } from '~/server/text-stream.server'
import { dayErrorsOf } from '~/lists/list-query.server'
import { readStatementQuery } from '~/investments/statement.server'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { statementRows } from './statement-rows.server'
import { wholeStatement } from './whole-statement.server'

/** The most that the upstream gives of this list at once. */
const perPage = 1_000

/**
 * The operations that match the filters of the address, oldest first. The file may have any length: only one page is in
 * memory at a time.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { gone, drained } = context.reader
  const { page: _page, limit: _limit, ...filters } = readStatementQuery(context.url.searchParams)
  // The page of the statement shows the errors of the days.
  const dayErrors = dayErrorsOf(context.url.searchParams, filters, context.i18n)
  if (dayErrors) return redirect(paths.operations({ ...filters, ...dayErrors.typed }))
  const today = context.i18n.calendarDate(upstream.now().toISOString())
  const query = {
    ...filters,
    to: filters.to ?? today,
    sort: 'createdAt',
    sortDir: 'asc',
    limit: perPage,
  } as const
  let leftOut = 0
  async function ask(page: number) {
    const list = await upstream.user.operations({ ...query, page }, { signal: gone })
    leftOut += list.leftOut ?? 0
    return list
  }
  const first = await ask(1).catch((error: unknown) => {
    // That page also reports an outage.
    if (error instanceof UpstreamFailure && error.kind !== 'unauthorized')
      throw redirect(paths.operations(filters))
    throw error
  })
  const rows = statementRows(context.i18n)

  async function* lines() {
    yield rows.head(first.summary)
    for await (const operations of wholeStatement(first, ask)) {
      yield rows.operations(operations)
      await drained()
    }
    yield rows.foot(first.summary) + rows.leftOut(leftOut)
  }
  return new Response(textStream(lines(), gone), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName({ ...filters, to: query.to })}"`,
    },
  })
}

function fileName({ from, to }: { from?: string; to: string }): string {
  return ['operations', from, to].filter(Boolean).join('_') + '.csv'
}
