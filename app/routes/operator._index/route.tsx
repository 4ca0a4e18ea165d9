import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type CallAnswer } from '~/contract/call'
import { type house } from '~/contract/extensions/operator/house'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { type PageHandle } from '~/framework/page'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { requireOperator } from '~/session/guards.server'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { ButtonLink } from '~/ui/button/button'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Soft, Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { type Column, Table } from '~/ui/table/table'
import { extensionsOf } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'operator:summary.title' }

type Summary = CallAnswer<typeof house.summary>

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context)
  // Another upstream has no such figures; the page about how it is understood exists for any upstream.
  if (!(await extensionsOf(upstream)).has('operator')) return redirect(operatorPaths.upstream())
  const [summary, extensions, { may }] = await Promise.all([
    upstream.operator.summary(),
    extensionsOf(upstream),
    operatorPermissions(upstream),
  ])
  return {
    summary,
    hasLinks: extensions.has('linked_accounts') && may('links'),
    hasAnomalies: extensions.has('anomalies') && may('anomalies'),
    hasFactors: extensions.has('secondFactors'),
    hasDeviations: upstream.deviations().length > 0,
  }
}

/** Open tasks and the house's balances. Decisions are made by API calls until the operator has pages for them. */
export default function OperatorSummary() {
  const { summary, hasLinks, hasAnomalies, hasFactors, hasDeviations } = useLoaderData<typeof loader>()
  const { t, number } = useI18n()
  const { queues, overdue, users } = summary
  return (
    <>
      <PageHeader
        title={t('operator:summary.title')}
        lead={t('operator:summary.lead')}
        action={
          <>
            {hasLinks && <ButtonLink href={operatorPaths.links()}>{t('operator:links.title')}</ButtonLink>}
            {hasAnomalies && (
              <ButtonLink href={operatorPaths.anomalies()}>{t('operator:anomalies.title')}</ButtonLink>
            )}
            {hasFactors && <ButtonLink href={paths.operatorSecurity()}>{t('security:title')}</ButtonLink>}
            {hasDeviations && (
              <ButtonLink href={operatorPaths.upstream()}>{t('operator:upstream.title')}</ButtonLink>
            )}
          </>
        }
      />
      {summary.fourEyes === false && <Alert meaning="warning">{t('operator:approvals.rule.off')}</Alert>}
      <Section id="queues" title={t('operator:summary.queues')}>
        <DescriptionList
          figures
          facts={[
            {
              term: t('operator:queue.payments'),
              value: number(queues.payments),
              note: overdue > 0 && t('operator:summary.overdue', { count: overdue }),
            },
            { term: t('operator:queue.refills'), value: number(queues.refills) },
            { term: t('operator:queue.verifications'), value: number(queues.verifications) },
            { term: t('operator:queue.inquiries'), value: number(queues.inquiries) },
            {
              term: t('operator:approvals.title'),
              value: queues.proposals === undefined ? null : number(queues.proposals),
            },
            { term: t('operator:summary.users'), value: number(users) },
          ]}
        />
      </Section>
      {summary.addresses && summary.addresses.length > 0 && (
        <Section id="addresses" title={t('operator:summary.addresses')}>
          <Addresses addresses={summary.addresses} />
        </Section>
      )}
      <Section id="house" title={t('operator:summary.house')}>
        <House accounts={summary.accounts} />
      </Section>
    </>
  )
}

/** How many receiving addresses are left for investors without one. At zero no new investor can top up. */
function Addresses({ addresses }: { addresses: NonNullable<Summary['addresses']> }) {
  const { t, number } = useI18n()
  const low = addresses.filter(({ isLow }) => isLow)
  const noteOf = ({ free, isLow }: (typeof addresses)[number]) =>
    isLow && t(free === 0 ? 'operator:addresses.none' : 'operator:addresses.low')
  return (
    <Stack gap={4}>
      {low.length > 0 && (
        <Alert meaning={low.some(({ free }) => free === 0) ? 'danger' : 'warning'}>
          {t('operator:addresses.warning', { systems: low.map(({ title }) => title).join(', ') })}
        </Alert>
      )}
      <DescriptionList
        figures
        facts={addresses.map((one) => ({ term: one.title, value: number(one.free), note: noteOf(one) }))}
      />
    </Stack>
  )
}

function House({ accounts }: Pick<Summary, 'accounts'>) {
  const { t } = useI18n()
  const columns: Column<Summary['accounts'][number]>[] = [
    {
      key: 'account',
      label: t('operator:house.account'),
      lead: true,
      cell: ({ account }) => (account in words ? t(words[account as keyof typeof words]) : account),
    },
    { key: 'currency', label: t('common:account.currency'), cell: ({ currency }) => currency },
    {
      key: 'balance',
      label: t('operator:house.balance'),
      figures: true,
      cell: ({ balance, currency }) => <Amount value={balance} currency={currency} exact />,
    },
  ]
  if (accounts.length === 0) return <Soft>{t('operator:house.empty')}</Soft>
  return (
    <Table
      caption={t('operator:summary.house')}
      captionHidden
      columns={columns}
      rows={accounts}
      rowKey={({ account, currency }) => `${account} ${currency}`}
    />
  )
}

/** The house's accounts (docs/rules.md); an upstream's others are shown under their own names. */
const words = {
  outside: 'operator:house.outside',
  fees: 'operator:house.fees',
  yield: 'operator:house.yield',
  rewards: 'operator:house.rewards',
  exchange: 'operator:house.exchange',
  subscriptions: 'operator:house.subscriptions',
  balance: 'operator:house.investorBalance',
  balance_dep: 'operator:house.investorDeposits',
  held: 'operator:house.investorHeld',
  rewards_held: 'operator:house.investorRewards',
} as const satisfies Record<string, TextKey>
