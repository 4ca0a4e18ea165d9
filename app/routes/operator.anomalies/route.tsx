import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type HeldPayment } from '~/contract/extensions/operator/anomalies'
import { Found } from '~/cases/found-anomalies'
import { Amount } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { titleOf } from '~/framework/document'
import { type PageHandle, chosenIn } from '~/framework/page'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { requireOperator } from '~/session/guards.server'
import { Address } from '~/ui/address/address'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { Tabs } from '~/ui/tabs/tabs'
import { requireExtension } from '~/upstream/settings.server'

const statuses = ['open', 'decided'] as const

export const handle: PageHandle = {
  title({ t }, _data, address) {
    const state = chosenIn(address, 'status', statuses)
    return titleOf(t('operator:anomalies.title'), state && t(`operator:anomalies.status.${state}`))
  },
  amounts: 'shown',
}

/** Without a choice those that wait, which is what an operator comes for. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'anomalies')
  await requireExtension(upstream, 'anomalies')
  const { page, status = 'open' } = readListQuery('operator.anomalies', context.url.searchParams, [
    'page',
    'status',
  ])
  return { status, list: await upstream.operator.anomalies({ page, status }) }
}

/** Withdrawals that a rule holds, each with what was counted. Each leads to its case, where it is decided. */
export default function OperatorAnomalies() {
  const { status, list } = useLoaderData<typeof loader>()
  const { t, dateTime } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('operator:anomalies.title')}
        lead={t('operator:anomalies.lead')}
        back={{ href: paths.operator(), label: t('operator:summary.title') }}
      />
      <Tabs
        label={t('operator:anomalies.state')}
        items={statuses.map((value) => ({
          href: operatorPaths.anomalies({ status: value }),
          label: t(`operator:anomalies.status.${value}`),
          current: value === status,
        }))}
      />
      {list.items.length === 0 ? (
        <EmptyState title={t('operator:anomalies.empty')}>{t('operator:anomalies.emptyText')}</EmptyState>
      ) : (
        <Table
          caption={t('operator:anomalies.title')}
          captionHidden
          rows={list.items}
          rowKey={({ payment }) => payment.id}
          columns={[
            {
              key: 'payment',
              label: t('operator:anomalies.payment'),
              lead: true,
              cell: (held) => <Payment {...held} />,
            },
            {
              key: 'found',
              label: t('operator:anomalies.found'),
              cell: ({ found }) => <Found found={found} />,
            },
            {
              key: 'heldAt',
              label: t('operator:anomalies.heldAt'),
              cell: ({ heldAt }) => <time dateTime={heldAt}>{dateTime(heldAt)}</time>,
            },
            {
              key: 'state',
              label: t('operator:anomalies.state'),
              cell: (held) => <State {...held} />,
            },
            {
              key: 'amount',
              label: t('operator:anomalies.amount'),
              figures: true,
              cell: ({ payment: { amount, currency } }) => (
                <Amount value={amount} currency={currency} exact />
              ),
            },
          ]}
        />
      )}
      <Pages list={list} href={(page) => operatorPaths.anomalies({ status, page })} />
    </Stack>
  )
}

function Payment({ payment: { id, owner, wallet } }: HeldPayment) {
  return (
    <>
      <Link href={operatorPaths.withdrawal(id ?? '')}>{owner.login}</Link>
      {wallet && (
        <div>
          <Address value={wallet} />
        </div>
      )}
      <Soft small>{id}</Soft>
    </>
  )
}

function State({ payment, cleared }: HeldPayment) {
  const { t } = useI18n()
  return (
    <>
      <StateTag entry="payment" state={payment.status} />
      {cleared && (
        <Soft small>{t('operator:anomalies.cleared', { by: cleared.by ?? '', reason: cleared.reason })}</Soft>
      )}
    </>
  )
}
