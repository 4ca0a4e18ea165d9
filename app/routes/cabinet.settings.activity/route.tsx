import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { activityRows } from '~/identity/activity/rows.server'
import { readActivityQuery } from '~/identity/activity/query.server'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { daysNamed } from '~/lists/days-fields'
import { EmptyList } from '~/lists/empty-list'
import { LeftOut } from '~/lists/left-out'
import { hasNoEntries } from '~/lists/list-page'
import { dayErrorsOf } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { extensionsOf, requireExtension } from '~/upstream/settings.server'
import { ZoneNote } from '~/lists/zone-note'
import { ActivityTable } from './activity-table'
import { Filters } from './filters'

/** HTML only: its texts are not among the browser's. */
export const handle: PageHandle = {
  title: titleBy<Data>('activity:page.title', ({ query: { group, outcome, ...days } }, i18n) =>
    titleOf(
      i18n.t('activity:page.title'),
      group && i18n.t(`activity:page.group.${group}`),
      outcome && i18n.t(`activity:page.outcomes.${outcome}`),
      ...daysNamed(days, i18n),
    ),
  ),
  scripts: false,
}

type Data = Awaited<ReturnType<typeof loader>>

/** @throws a 404 where the upstream keeps no record of activity */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  await requireExtension(upstream, 'activity')
  const query = readActivityQuery(context.url.searchParams)
  const dayErrors = dayErrorsOf(context.url.searchParams, query, context.i18n)
  const [extensions, list] = await Promise.all([
    extensionsOf(upstream),
    dayErrors ? null : upstream.activity.list({ ...query, sort: 'at', sortDir: 'desc' }),
  ])
  return {
    query,
    dayErrors,
    list: list && { ...list, items: activityRows(context.i18n, list.items) },
    hasSessions: extensions.has('sessions'),
  }
}

export default function ActivityPage() {
  const { query, dayErrors, list, hasSessions } = useLoaderData<typeof loader>()
  const { t, number } = useI18n()
  const { page: _page, ...filters } = query
  const isFiltered = Object.keys(filters).length > 0
  const isEmpty = list !== null && hasNoEntries(list)
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('activity:page.title')}
        lead={t('activity:page.lead')}
        action={
          list &&
          !isEmpty && (
            <ButtonLink href={paths.activityCsv(filters)} icon="document" toFile>
              {list.total === null
                ? t('activity:page.downloadAll')
                : t('activity:page.download', { count: list.total, rows: number(list.total) })}
            </ButtonLink>
          )
        }
      />
      {hasSessions && (
        <p>
          <Link href={paths.settings('sessions')}>{t('activity:page.toSessions')}</Link>
        </p>
      )}
      {!(isEmpty && !isFiltered) && <Filters query={filters} dayErrors={dayErrors} />}
      {list && (
        <Stack gap={5}>
          <LeftOut list={list} />
          {list.items.length > 0 ? (
            <>
              <ZoneNote />
              <ActivityTable rows={list.items} />
            </>
          ) : (
            <EmptyList
              list={list}
              isFiltered={isFiltered}
              href={paths.activity()}
              start={paths.activity(filters)}
              title={t('activity:page.empty')}
              text={t('activity:page.emptyText')}
            />
          )}
          <Pages list={list} href={(page) => paths.activity({ ...filters, page })} />
        </Stack>
      )}
    </Stack>
  )
}
