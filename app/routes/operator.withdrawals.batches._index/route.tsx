import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BatchState, batchName } from '~/batches/batch-state'
import { titleOf } from '~/framework/document'
import { type PageHandle, chosenIn } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { Tabs } from '~/ui/tabs/tabs'
import { requireExtension } from '~/upstream/settings.server'

const statuses = [undefined, 'open', 'downloaded', 'paid', 'dissolved'] as const

export const handle: PageHandle = {
  title({ t }, _data, address) {
    const state = chosenIn(address, 'status', statuses)
    return titleOf(t('batches:title'), state && t(`batches:filter.${state}`))
  },
  amounts: 'shown',
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'batches')
  await requireExtension(upstream, 'batches')
  const query = readListQuery('operator.batches', context.url.searchParams, ['page', 'status'])
  return { query, list: await upstream.operator.batches(query) }
}

/** Batches of withdrawals, newest first. */
export default function OperatorBatches() {
  const { query, list } = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t, number } = i18n
  return (
    <Stack gap={5}>
      <PageHeader
        title={t('batches:title')}
        lead={t('batches:lead')}
        back={{ href: operatorPaths.withdrawals(), label: t('batches:queue') }}
        action={
          <ButtonLink href={operatorPaths.newBatch()} variant="primary">
            {t('batches:make')}
          </ButtonLink>
        }
      />
      <Tabs
        label={t('batches:status.label')}
        items={statuses.map((status) => ({
          href: operatorPaths.batches({ status }),
          label: t(`batches:filter.${status ?? 'all'}`),
          current: status === query.status,
        }))}
      />
      {list.items.length === 0 ? (
        <EmptyState title={t('batches:empty')}>{t('batches:emptyText')}</EmptyState>
      ) : (
        <Table
          caption={t('batches:title')}
          captionHidden
          rows={list.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'batch',
              label: t('batches:fact.batch'),
              lead: true,
              cell: (batch) => <Link href={operatorPaths.batch(batch.id)}>{batchName(batch, i18n)}</Link>,
            },
            {
              key: 'total',
              label: t('batches:fact.total'),
              figures: true,
              cell: ({ total, currency }) => <Amount value={total} currency={currency} exact />,
            },
            {
              key: 'count',
              label: t('batches:fact.count'),
              figures: true,
              cell: ({ count }) => number(count),
            },
            {
              key: 'paid',
              label: t('batches:fact.paid'),
              figures: true,
              cell: ({ paid }) => number(paid),
            },
            { key: 'by', label: t('batches:fact.createdBy'), cell: ({ createdBy }) => createdBy },
            { key: 'state', label: t('batches:fact.state'), cell: (batch) => <BatchState {...batch} /> },
          ]}
        />
      )}
      <Pages list={list} href={(page) => operatorPaths.batches({ ...query, page })} />
    </Stack>
  )
}
