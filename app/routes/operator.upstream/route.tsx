import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { requireOperator } from '~/session/guards.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { extensionsOf } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'operator:upstream.title' }

/** More kinds than a reader needs; the log has the total. */
const maxRows = 200

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context)
  const hasSummary = (await extensionsOf(upstream)).has('operator')
  return { deviations: upstream.deviations().slice(0, maxRows), hasSummary }
}

/** What had to be bent to understand the upstream's answers, or was left out of pages, since this program was started. */
export default function OperatorUpstream() {
  const { deviations, hasSummary } = useLoaderData<typeof loader>()
  const { t, number } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('operator:upstream.title')}
        lead={t('operator:upstream.lead')}
        back={hasSummary ? { href: paths.operator(), label: t('operator:summary.title') } : undefined}
      />
      {deviations.length === 0 ? (
        <EmptyState title={t('operator:upstream.none')}>{t('operator:upstream.noneText')}</EmptyState>
      ) : (
        <Table
          caption={t('operator:upstream.title')}
          captionHidden
          rows={deviations}
          rowKey={({ call, field, rule }) => `${call} ${field} ${rule}`}
          columns={[
            {
              key: 'call',
              label: t('operator:upstream.call'),
              lead: true,
              cell: ({ call }) => <code>{call}</code>,
            },
            {
              key: 'field',
              label: t('operator:upstream.field'),
              cell: ({ field }) => (field ? <code>{field}</code> : t('operator:upstream.whole')),
            },
            {
              key: 'rule',
              label: t('operator:upstream.rule'),
              cell: ({ rule }) => t(`operator:upstream.rules.${rule}`),
            },
            {
              key: 'count',
              label: t('operator:upstream.count'),
              figures: true,
              cell: ({ count }) => number(count),
            },
          ]}
        />
      )}
    </Stack>
  )
}
