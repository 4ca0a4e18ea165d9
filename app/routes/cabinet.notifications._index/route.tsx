import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FilterForm } from '~/lists/filter-form'
import { useI18n } from '~/locale/context'
import { EmptyList } from '~/lists/empty-list'
import { LeftOut } from '~/lists/left-out'
import { ZoneNote } from '~/lists/zone-note'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { type NotificationType } from '~/notifications/client/summary'
import { summaryOf } from '~/notifications/server/summary.server'
import { unreadFirst } from '~/notifications/server/unread-first.server'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Select } from '~/ui/select/select'
import { NotificationList } from './notification-list'

export const handle: PageHandle = { title: 'notifications:title' }

const types = ['refill', 'bonus', 'other', 'long_login', 'mailing'] as const satisfies NotificationType[]

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { type, page = 1 } = readListQuery('notification.list', context.url.searchParams, ['type', 'page'])
  const list = await unreadFirst(
    (part) => upstream.notification.list({ ...part, type, sort: 'createdAt', sortDir: 'desc' }),
    page,
  )
  return { list: { ...list, items: list.items.map(summaryOf) }, type }
}

export default function Notifications() {
  const { list, type } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={5}>
      <PageHeader title={t('notifications:title')} lead={t('notifications:lead')} />
      <FilterForm key={type} action={paths.notifications()}>
        <Select
          id="type"
          name="type"
          label={t('notifications:type')}
          defaultValue={type ?? ''}
          options={[
            { value: '', label: t('common:list.all') },
            ...types.map((value) => ({ value, label: t(`notifications:types.${value}`) })),
          ]}
        />
      </FilterForm>
      <LeftOut list={list} />
      {list.items.length > 0 ? (
        <>
          <ZoneNote />
          <NotificationList notifications={list.items} keepsRead={list.keepsRead} />
        </>
      ) : (
        <EmptyList
          list={list}
          isFiltered={type !== undefined}
          href={paths.notifications()}
          start={paths.notifications({ type })}
          title={t('notifications:empty')}
          text={t('notifications:emptyText')}
        />
      )}
      <Pages list={list} href={(page) => paths.notifications({ type, page })} />
    </Stack>
  )
}
