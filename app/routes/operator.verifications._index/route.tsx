import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { VerificationTag } from '~/identity/investors/investor-state'
import { queueTitle } from '~/cases/case-title'
import { QueuePage } from '~/cases/queue-page'
import { offerViews } from '~/cases/saved-views.server'
import { offerSeveral } from '~/cases/several.server'
import { type PageHandle } from '~/framework/page'
import { readListQuery } from '~/lists/list-query.server'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: queueTitle('verifications'), amounts: 'shown' }

const states = ['in_process', 'successful', 'rejected', 'all'] as const

/** Those that wait, the oldest on top; of the others the newest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'verifications')
  await requireExtension(upstream, 'operator')
  const { searchParams } = context.url
  const { status: known, ...query } = readListQuery('operator.verifications', searchParams, [
    'status',
    'search',
    'page',
  ])
  const status = known ?? (searchParams.get('status') === 'all' ? undefined : 'in_process')
  const sortDir = status === 'in_process' ? 'asc' : 'desc'
  const isDecidable = status === 'in_process'
  const [list, several, views] = await Promise.all([
    upstream.operator.verifications({ ...query, status, sort: 'submittedAt', sortDir }),
    isDecidable ? offerSeveral(context, 'verifications') : null,
    offerViews(context, 'verifications', { ...query, status: status ?? 'all' }),
  ])
  return { query: { ...query, status: status ?? 'all' }, list, several, views }
}

export default function OperatorVerifications() {
  const { query, list, several, views } = useLoaderData<typeof loader>()
  const { t, dateTime } = useI18n()
  return (
    <QueuePage
      queue="verifications"
      several={several}
      views={views}
      list={list}
      query={query}
      states={states}
      columns={[
        {
          key: 'who',
          label: t('cases:fact.investor'),
          lead: true,
          cell: ({ id, owner, takenBy = null }) => (
            <>
              <Link href={operatorPaths.verification(id)}>{owner.login}</Link>
              {takenBy !== null && <Soft small>{`${t('cases:fact.takenBy')}: ${takenBy}`}</Soft>}
            </>
          ),
        },
        { key: 'name', label: t('cases:fact.name'), cell: ({ person }) => person.fullName },
        { key: 'country', label: t('cases:fact.country'), cell: ({ person }) => person.country },
        {
          key: 'waiting',
          label: t('cases:fact.submittedAt'),
          cell: ({ submittedAt }) =>
            submittedAt && <time dateTime={submittedAt}>{dateTime(submittedAt)}</time>,
        },
        {
          key: 'state',
          label: t('cases:fact.state'),
          cell: ({ status }) => <VerificationTag state={status} />,
        },
      ]}
    />
  )
}
