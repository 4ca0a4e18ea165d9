import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PlainForm } from '~/forms/plain-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { EmptyList } from '~/lists/empty-list'
import { LeftOut } from '~/lists/left-out'
import { ZoneNote } from '~/lists/zone-note'
import { hasNoEntries } from '~/lists/list-page'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { type NotificationType } from '~/notifications/client/summary'
import { byDay } from '~/notifications/server/by-day.server'
import { reportAllRead } from '~/notifications/server/open-notification.server'
import { summaryOf } from '~/notifications/server/summary.server'
import { unreadFirst } from '~/notifications/server/unread-first.server'
import { titleOf } from '~/framework/document'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Tabs } from '~/ui/tabs/tabs'
import { NotificationList } from './notification-list'

export const handle: PageHandle = {
  title: ({ t, has }, _data, query) => {
    const type = `notifications:tab.${query.get('type')}`
    return titleOf(t('notifications:title'), has(type) && t(type))
  },
}

const types = ['refill', 'bonus', 'other', 'long_login', 'mailing'] as const satisfies NotificationType[]

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { type, page = 1 } = readListQuery('notification.list', context.url.searchParams, ['type', 'page'])
  const { items, ...list } = await unreadFirst(
    (part) => upstream.notification.list({ ...part, type, sort: 'createdAt', sortDir: 'desc' }),
    page,
  )
  return { list, parts: byDay(items.map(summaryOf), upstream.now(), context.i18n), type }
}

/** Marks all as read that the list is of. */
export async function action({ context }: ActionFunctionArgs) {
  const posted = context.form?.get('type')
  const shown = new URLSearchParams(typeof posted === 'string' ? { type: posted } : {})
  const { type } = readListQuery('notification.list', shown, ['type'])
  await reportAllRead(context, type)
  return redirect(paths.notifications({ type }), 303)
}

export default function Notifications() {
  const { parts, type, ...loaded } = useLoaderData<typeof loader>()
  const list = { ...loaded.list, items: parts.flatMap(({ days }) => days.flatMap(({ items }) => items)) }
  const { t } = useI18n()
  return (
    <Stack gap={5}>
      <PageHeader title={t('notifications:title')} />
      {(type !== undefined || !hasNoEntries(list)) && (
        <Tabs
          label={t('notifications:type')}
          items={[
            { href: paths.notifications(), label: t('common:list.all'), current: type === undefined },
            ...types.map((value) => ({
              href: paths.notifications({ type: value }),
              label: t(`notifications:tab.${value}`),
              current: type === value,
            })),
          ]}
        />
      )}
      <LeftOut list={list} />
      {list.items.length > 0 ? (
        <>
          <Cluster gap={3} spread>
            <ZoneNote />
            {list.keepsRead && list.items.some(({ isRead }) => !isRead) && (
              <PlainForm id="read-all" values={type && { type }}>
                <SubmitButton variant="quiet" size="small" icon="check">
                  {t('notifications:readAll')}
                </SubmitButton>
              </PlainForm>
            )}
          </Cluster>
          <NotificationList parts={parts} keepsRead={list.keepsRead} />
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
