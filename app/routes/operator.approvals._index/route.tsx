import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { changeName } from '~/approvals/fact-texts'
import { ProposalState } from '~/approvals/proposal-state'
import { titleOf } from '~/framework/document'
import { type PageHandle, chosenIn } from '~/framework/page'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { requireOperator } from '~/session/guards.server'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { Alert } from '~/ui/alert/alert'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'
import { Tabs } from '~/ui/tabs/tabs'
import { requireExtension } from '~/upstream/settings.server'

const statuses = ['open', 'approved', 'rejected', 'withdrawn', 'expired', 'failed'] as const

export const handle: PageHandle = {
  title({ t }, _data, address) {
    const state = chosenIn(address, 'status', statuses)
    return titleOf(t('operator:approvals.title'), state && t(`operator:approvals.filter.${state}`))
  },
  amounts: 'shown',
}

/** Without a choice those that wait, which is what an operator comes for. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'proposals')
  await requireExtension(upstream, 'approvals')
  const { page, status = 'open' } = readListQuery('operator.proposals', context.url.searchParams, [
    'page',
    'status',
  ])
  const [list, { may }] = await Promise.all([
    upstream.operator.proposals({ page, status }),
    operatorPermissions(upstream),
  ])
  return { status, list, mayChangeRule: may('editPlan') }
}

/** Changes that wait for a second operator, and what became of others. */
export default function Approvals() {
  const { status, list, mayChangeRule } = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t, dateTime, amount } = i18n
  const { on, over } = list.rules
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('operator:approvals.title')}
        lead={t('operator:approvals.lead')}
        back={{ href: paths.operator(), label: t('operator:summary.title') }}
      />
      <Tabs
        label={t('operator:approvals.status')}
        items={statuses.map((value) => ({
          href: operatorPaths.approvals({ status: value }),
          label: t(`operator:approvals.filter.${value}`),
          current: value === status,
        }))}
      />
      {list.items.length === 0 ? (
        <EmptyState title={t('operator:approvals.empty')}>{t('operator:approvals.emptyText')}</EmptyState>
      ) : (
        <Table
          caption={t('operator:approvals.title')}
          captionHidden
          rows={list.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'change',
              label: t('operator:approvals.change'),
              lead: true,
              cell: (proposal) => (
                <>
                  <Link href={operatorPaths.approval(proposal.id)}>{changeName(proposal, i18n)}</Link>
                  <Soft small>{proposal.subject.id}</Soft>
                </>
              ),
            },
            {
              key: 'reason',
              label: t('operator:approvals.reason'),
              cell: ({ reason }) => reason,
            },
            { key: 'by', label: t('operator:approvals.by'), cell: ({ proposed }) => proposed.by },
            {
              key: 'at',
              label: t('operator:approvals.at'),
              cell: ({ proposed: { at } }) => <time dateTime={at}>{dateTime(at)}</time>,
            },
            {
              key: 'status',
              label: t('operator:approvals.status'),
              cell: (proposal) => <ProposalState status={proposal.status} />,
            },
          ]}
        />
      )}
      <Pages list={list} href={(page) => operatorPaths.approvals({ status, page })} />
      <Section id="rule" title={t('operator:approvals.rule.title')}>
        <Stack gap={4}>
          {on ? (
            <p>
              {t('operator:approvals.rule.over', {
                payment: amount(over.payment, 'USDT'),
                refill: amount(over.refill, 'USDT'),
              })}
            </p>
          ) : (
            <Alert meaning="warning">{t('operator:approvals.rule.off')}</Alert>
          )}
          {mayChangeRule && (
            <Link href={operatorPaths.fourEyes()}>{t('operator:approvals.rule.change')}</Link>
          )}
        </Stack>
      </Section>
    </Stack>
  )
}
