import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OpenState } from '~/content/open-state'
import { type PageHandle } from '~/framework/page'
import { boundsText } from '~/investments/bounds'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'content:pages.plans.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'plans')
  await requireExtension(upstream, 'operator')
  return upstream.operator.plans()
}

/** All plans with their terms, and how many deposits are open on each. */
export default function OperatorPlans() {
  const { items } = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t, language, number, percent } = i18n
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('content:pages.plans.title')}
        lead={t('content:pages.plans.lead')}
        back={{ href: operatorPaths.content(), label: t('content:title') }}
        action={
          <ButtonLink variant="primary" href={operatorPaths.plan('new')}>
            {t('content:plans.new')}
          </ButtonLink>
        }
      />
      {items.length === 0 ? (
        <EmptyState title={t('content:plans.none')} />
      ) : (
        <Table
          caption={t('content:pages.plans.title')}
          captionHidden
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'title',
              label: t('content:plans.title'),
              lead: true,
              cell: ({ id, title }) => <Link href={operatorPaths.plan(id)}>{title[language]}</Link>,
            },
            {
              key: 'percent',
              label: t('content:plans.dailyPercent'),
              figures: true,
              cell: ({ dailyPercent }) => percent(dailyPercent),
            },
            {
              key: 'bounds',
              label: t('content:plans.bounds'),
              cell: (plan) => boundsText(i18n, plan, 'USDT'),
            },
            {
              key: 'days',
              label: t('content:plans.termDays'),
              figures: true,
              cell: ({ termDays }) => number(termDays),
            },
            {
              key: 'open',
              label: t('content:plans.openDeposits'),
              figures: true,
              cell: ({ openDeposits }) => number(openDeposits),
            },
            {
              key: 'state',
              label: t('content:plans.state'),
              cell: ({ available }) => (
                <OpenState
                  isOpen={available}
                  open={t('content:plans.available')}
                  closed={t('content:plans.closed')}
                />
              ),
            },
          ]}
        />
      )}
    </Stack>
  )
}
