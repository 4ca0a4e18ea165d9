import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { InquiryTag } from '~/cases/inquiry-tag'
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

export const handle: PageHandle = { title: queueTitle('inquiries'), amounts: 'shown' }

const states = ['open', 'done', 'all'] as const

const kinds = ['message', 'deletion', 'not_me', 'factors_lost', 'subscriber'] as const

/** Those that wait, the oldest on top; of the others the newest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'inquiries')
  await requireExtension(upstream, 'operator')
  const { searchParams } = context.url
  const { status: known, ...query } = readListQuery('operator.inquiries', searchParams, [
    'status',
    'search',
    'kind',
    'page',
  ])
  // Subscribers wait for nothing: all of them are shown.
  const isAll = searchParams.get('status') === 'all' || query.kind === 'subscriber'
  const status = known ?? (isAll ? undefined : 'open')
  const sortDir = status === 'open' ? 'asc' : 'desc'
  const isDecidable = status === 'open' && query.kind !== 'subscriber'
  const [list, several, views] = await Promise.all([
    upstream.operator.inquiries({ ...query, status, sort: 'createdAt', sortDir }),
    isDecidable ? offerSeveral(context, 'inquiries') : null,
    offerViews(context, 'inquiries', { ...query, status: status ?? 'all' }),
  ])
  return { query: { ...query, status: status ?? 'all' }, list, several, views }
}

export default function OperatorMessages() {
  const { query, list, several, views } = useLoaderData<typeof loader>()
  const { t, dateTime } = useI18n()
  return (
    <QueuePage
      queue="inquiries"
      several={several}
      views={views}
      list={list}
      query={query}
      states={states}
      filter={{
        name: 'kind',
        label: t('cases:queue.kindLabel'),
        value: query.kind,
        options: kinds.map((value) => ({ value, label: t(`cases:kind.${value}`) })),
      }}
      columns={[
        {
          key: 'who',
          label: t('cases:fact.investor'),
          lead: true,
          cell: ({ id, owner, name, email, phone, takenBy = null }) => (
            <>
              <Link href={operatorPaths.message(id)}>{owner?.login ?? name ?? email ?? phone ?? id}</Link>
              {takenBy !== null && <Soft small>{`${t('cases:fact.takenBy')}: ${takenBy}`}</Soft>}
            </>
          ),
        },
        { key: 'kind', label: t('cases:fact.kind'), cell: ({ kind }) => t(`cases:kind.${kind}`) },
        {
          key: 'message',
          label: t('cases:fact.message'),
          cell: ({ message }) => message && (message.length > 120 ? `${message.slice(0, 120)}…` : message),
        },
        {
          key: 'waiting',
          label: t('cases:fact.waiting'),
          cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
        },
        {
          key: 'state',
          label: t('cases:fact.state'),
          cell: ({ status }) => <InquiryTag state={status} />,
        },
      ]}
    />
  )
}
