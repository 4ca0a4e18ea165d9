import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Payment } from '~/contract/funds'
import { withSystems } from '~/investments/systems.server'
import { useI18n } from '~/locale/context'
import { EmptyList } from '~/lists/empty-list'
import { LeftOut } from '~/lists/left-out'
import { hasNoEntries } from '~/lists/list-page'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { titleOf } from '~/framework/document'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Tabs } from '~/ui/tabs/tabs'
import { PaymentTable } from './payment-table'

export const handle: PageHandle = {
  title: ({ t, has }, _data, query) => {
    const status = `common:status.payment.${query.get('status')}`
    return titleOf(t('cabinet:withdrawals.title'), has(status) && t(status))
  },
}

const statuses = ['pending', 'under_review', 'rejected', 'completed'] as const satisfies Payment['status'][]

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const query = readListQuery('payments.list', context.url.searchParams, ['status', 'page'])
  const list = await upstream.payments.list({ ...query, sort: 'createdAt', sortDir: 'desc' })
  const items = await withSystems(upstream, list.items)
  return { list: { ...list, items }, status: query.status, now: upstream.now().toISOString() }
}

export default function Withdrawals() {
  const { list, status, now } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  /** Nothing to filter, and one next step. */
  const isEmpty = hasNoEntries(list) && status === undefined
  const withdraw = (
    <ButtonLink href={paths.newWithdrawal()} variant="primary">
      {t('common:action.withdraw')}
    </ButtonLink>
  )
  return (
    <Stack gap={5}>
      <PageHeader
        title={t('cabinet:withdrawals.title')}
        lead={t('cabinet:withdrawals.lead')}
        action={isEmpty ? undefined : withdraw}
      />
      {!isEmpty && (
        <Tabs
          label={t('cabinet:withdrawals.status')}
          items={[
            { href: paths.withdrawals(), label: t('common:list.all'), current: status === undefined },
            ...statuses.map((value) => ({
              href: paths.withdrawals({ status: value }),
              label: t(`cabinet:withdrawals.tab.${value}`),
              current: status === value,
            })),
          ]}
        />
      )}
      <LeftOut list={list} />
      {list.items.length > 0 ? (
        <PaymentTable payments={list.items} now={now} />
      ) : (
        <EmptyList
          list={list}
          isFiltered={status !== undefined}
          href={paths.withdrawals()}
          start={paths.withdrawals({ status })}
          title={t('cabinet:withdrawals.empty')}
          text={t('cabinet:withdrawals.emptyText')}
          action={withdraw}
        />
      )}
      <Pages list={list} href={(page) => paths.withdrawals({ status, page })} />
    </Stack>
  )
}
