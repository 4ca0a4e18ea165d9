import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Deposit } from '~/contract/funds'
import { RiskAlert } from '~/investments/risk-alert'
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
import { DepositTable } from './deposit-table'
import { neededFirst } from './needed-first.server'

export const handle: PageHandle = {
  title: ({ t, has }, _data, query) => {
    const status = `common:status.deposit.${query.get('status')}`
    return titleOf(t('cabinet:deposits.title'), has(status) && t(status))
  },
}

const statuses = ['in_progress', 'awaiting_completion', 'closed'] as const satisfies Deposit['status'][]

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const query = readListQuery('deposits.list', context.url.searchParams, ['status', 'page'])
  const list = await upstream.deposits.list({ ...query, sort: 'startedAt', sortDir: 'desc' })
  return { list: { ...list, items: neededFirst(list.items) }, status: query.status }
}

export default function Deposits() {
  const { list, status } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  /** Nothing to filter, and one next step. */
  const isEmpty = hasNoEntries(list) && status === undefined
  const open = (
    <ButtonLink href={paths.newDeposit()} variant="primary">
      {t('common:action.openDeposit')}
    </ButtonLink>
  )
  return (
    <Stack gap={5}>
      <PageHeader
        title={t('cabinet:deposits.title')}
        lead={t('cabinet:deposits.lead')}
        action={isEmpty ? undefined : open}
      />
      {isEmpty && <RiskAlert />}
      {!isEmpty && (
        <Tabs
          label={t('cabinet:deposits.status')}
          items={[
            { href: paths.deposits(), label: t('common:list.all'), current: status === undefined },
            ...statuses.map((value) => ({
              href: paths.deposits({ status: value }),
              label: t(`cabinet:deposits.tab.${value}`),
              current: status === value,
            })),
          ]}
        />
      )}
      <LeftOut list={list} />
      {list.items.length > 0 ? (
        <DepositTable deposits={list.items} />
      ) : (
        <EmptyList
          list={list}
          isFiltered={status !== undefined}
          href={paths.deposits()}
          start={paths.deposits({ status })}
          title={t('cabinet:deposits.empty')}
          text={t('cabinet:deposits.emptyText')}
          action={open}
        />
      )}
      <Pages list={list} href={(page) => paths.deposits({ status, page })} />
      {!isEmpty && <RiskAlert />}
    </Stack>
  )
}
