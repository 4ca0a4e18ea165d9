import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ApplicationTag } from '~/cases/application-tag'
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
import { panel } from '~/upstream/panel.server'
import { requireExtension, setting } from '~/upstream/settings.server'

export const handle: PageHandle = { title: queueTitle('applications'), amounts: 'shown' }

const states = ['open', 'done', 'declined', 'all'] as const

/** Those that wait, the oldest on top; of the others the newest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'applications')
  await requireExtension(upstream, 'applications')
  const { searchParams } = context.url
  const { status: known, ...query } = readListQuery('operator.applications', searchParams, [
    'status',
    'search',
    'vacancy',
    'page',
  ])
  const status = known ?? (searchParams.get('status') === 'all' ? undefined : 'open')
  const sortDir = status === 'open' ? 'asc' : 'desc'
  const [list, vacancies, several, views] = await Promise.all([
    upstream.operator.applications({ ...query, status, sort: 'createdAt', sortDir }),
    panel(setting(upstream, 'vacancies')),
    status === 'open' ? offerSeveral(context, 'applications') : null,
    offerViews(context, 'applications', { ...query, status: status ?? 'all' }),
  ])
  return {
    query: { ...query, status: status ?? 'all' },
    ...{ list, several, views },
    vacancies: (vacancies ?? []).map(({ id, title }) => ({ value: id, label: title })),
  }
}

export default function OperatorApplications() {
  const { query, list, vacancies, several, views } = useLoaderData<typeof loader>()
  const { t, dateTime } = useI18n()
  return (
    <QueuePage
      queue="applications"
      several={several}
      views={views}
      list={list}
      query={query}
      states={states}
      filter={{ name: 'vacancy', label: t('cases:fact.vacancy'), value: query.vacancy, options: vacancies }}
      columns={[
        {
          key: 'who',
          label: t('cases:fact.applicant'),
          lead: true,
          cell: ({ id, name, phone, takenBy = null }) => (
            <>
              <Link href={operatorPaths.application(id)}>{name ?? phone ?? id}</Link>
              {takenBy !== null && <Soft small>{`${t('cases:fact.takenBy')}: ${takenBy}`}</Soft>}
            </>
          ),
        },
        {
          key: 'vacancy',
          label: t('cases:fact.vacancy'),
          cell: ({ vacancy }) => vacancy.title ?? vacancy.id,
        },
        {
          key: 'letter',
          label: t('cases:fact.letter'),
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
          cell: ({ status }) => <ApplicationTag state={status} />,
        },
      ]}
    />
  )
}
