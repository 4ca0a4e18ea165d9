import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { decisionCalls, queueOf } from '~/cases/paths'
import { SeveralResultsPage } from '~/cases/several-results'
import { severalResults } from '~/cases/several-results.server'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { requireOperator } from '~/session/guards.server'

export const handle: PageHandle = {
  title: titleBy<Data>('cases:several.results', ({ queue }, { t }) =>
    titleOf(t('cases:several.results'), t(`operator:queue.${queue}`)),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>['data']

/** Seconds until the page asks again by itself: operators' pages have no scripts. */
const refresh = { Refresh: '5' }

export async function loader({ params, context }: LoaderFunctionArgs) {
  const queue = queueOf(params['queue'])
  await requireOperator(context, decisionCalls[queue])
  const found = await severalResults(context, queue, params['series'] ?? '')
  return data({ queue, ...found }, found.isOpen ? { headers: refresh } : {})
}

/** What became of a decision on several cases; reading it decides nothing. */
export default function OperatorSeveralResults() {
  return <SeveralResultsPage {...useLoaderData<typeof loader>()} />
}
