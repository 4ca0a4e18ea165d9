import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RiskNotice } from '~/funds/risk-notice'
import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { Balances } from './balances'
import { DemoClock } from './demo-clock'
import { Deposits } from './deposits'
import { depositLine } from './deposits.server'
import { Operations } from './operations'

export const handle: PageHandle = { title: 'cabinet:dashboard.title' }

/** Asked for in parallel, and each part on its own: one that fails leaves the others standing. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [balance, running, waiting, operations, clock] = await Promise.all([
    panel(upstream.user.balance()),
    panel(upstream.deposits.list({ status: 'in_progress', sort: 'endsAt', sortDir: 'asc', limit: 4 })),
    panel(
      upstream.deposits.list({ status: 'awaiting_completion', sort: 'endsAt', sortDir: 'asc', limit: 4 }),
    ),
    panel(upstream.user.operations({ sort: 'createdAt', sortDir: 'desc', limit: 8 })),
    panel(demoTime(upstream)),
  ])
  const now = upstream.now()
  return {
    balance,
    deposits: running && waiting && [...waiting.items, ...running.items].map((one) => depositLine(one, now)),
    operations: operations?.items ?? null,
    clock,
  }
}

async function demoTime(upstream: Upstream) {
  return (await extensionsOf(upstream)).has('demo') ? upstream.demo.time() : null
}

export default function Dashboard() {
  const { balance, deposits, operations, clock } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={7}>
      <PageHeader
        title={t('cabinet:dashboard.title')}
        action={
          <Cluster>
            <ButtonLink href={paths.topUps()} icon="topUp">
              {t('common:action.topUp')}
            </ButtonLink>
            <ButtonLink href={paths.newDeposit()} icon="deposits" variant="primary">
              {t('common:action.openDeposit')}
            </ButtonLink>
          </Cluster>
        }
      />
      <Balances balance={balance} />
      <Deposits deposits={deposits} />
      <RiskNotice />
      <Operations operations={operations} />
      {clock && <DemoClock {...clock} />}
    </Stack>
  )
}
