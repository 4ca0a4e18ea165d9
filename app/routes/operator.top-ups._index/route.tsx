import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { unbroken } from '~/cases/cases.css'
import { queueTitle } from '~/cases/case-title'
import { QueuePage } from '~/cases/queue-page'
import { offerViews } from '~/cases/saved-views.server'
import { offerSeveral } from '~/cases/several.server'
import { type PageHandle } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { readListQuery } from '~/lists/list-query.server'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Address } from '~/ui/address/address'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: queueTitle('refills'), amounts: 'shown' }

const states = ['pending', 'topped_up', 'timeout_expired', 'rejected', 'all'] as const

/** Those that wait, the oldest on top; of the others the newest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'refills')
  await requireExtension(upstream, 'operator')
  const { searchParams } = context.url
  const { status: known, ...query } = readListQuery('operator.refills', searchParams, [
    'status',
    'search',
    'page',
  ])
  const status = known ?? (searchParams.get('status') === 'all' ? undefined : 'pending')
  const sortDir = status === 'pending' ? 'asc' : 'desc'
  const isDecidable = status === 'pending' || status === 'timeout_expired'
  const [list, several, views] = await Promise.all([
    upstream.operator.refills({ ...query, status, sort: 'createdAt', sortDir }),
    isDecidable ? offerSeveral(context, 'refills') : null,
    offerViews(context, 'refills', { ...query, status: status ?? 'all' }),
  ])
  return { query: { ...query, status: status ?? 'all' }, list, several, views }
}

export default function OperatorTopUps() {
  const { query, list, several, views } = useLoaderData<typeof loader>()
  const { t, dateTime } = useI18n()
  return (
    <QueuePage
      queue="refills"
      several={several}
      views={views}
      list={list}
      query={query}
      states={states}
      columns={[
        {
          key: 'investor',
          label: t('cases:fact.investor'),
          lead: true,
          cell: ({ id, owner, takenBy = null }) => (
            <>
              <Link href={operatorPaths.topUp(id ?? '')}>{owner.login}</Link>
              {takenBy !== null && <Soft small>{`${t('cases:fact.takenBy')}: ${takenBy}`}</Soft>}
            </>
          ),
        },
        {
          key: 'requested',
          label: t('cases:fact.requested'),
          figures: true,
          cell: ({ requestAmount, currency }) => (
            <Amount value={requestAmount} currency={currency ?? ''} exact />
          ),
        },
        {
          key: 'network',
          label: t('cases:fact.network'),
          cell: ({ network }) => <span className={unbroken}>{network}</span>,
        },
        {
          key: 'wallet',
          label: t('cases:fact.address'),
          cell: ({ wallet }) => wallet && <Address value={wallet} />,
        },
        {
          key: 'waiting',
          label: t('cases:fact.createdAt'),
          cell: ({ createdAt }) => createdAt && <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
        },
        {
          key: 'state',
          label: t('cases:fact.state'),
          cell: ({ status }) => <StateTag entry="refill" state={status} />,
        },
      ]}
    />
  )
}
