import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PublicAmounts } from '~/layouts/amounts'
import { balanceOf, holdsMoney } from '~/investments/balance.server'
import { bonusOf } from '~/investments/partners/rewards.server'
import { RiskAlert } from '~/investments/risk-alert'
import { withSystems } from '~/investments/systems.server'
import { WithdrawalPause } from '~/investments/withdrawal-pause'
import { pauseOf, withdrawalSafetyOf } from '~/investments/withdrawal-safety.server'
import { hasNoEntries } from '~/lists/list-page'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { leadersIn } from '~/site/leaders.server'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Columns, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel, panelIfKept } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { Balances } from './panels/balances'
import { Deposits } from './panels/deposits'
import { Course, Earnings } from './panels/income'
import { courseOf, daysOf, readPeriod, atWork, openTopUpOf, rankView } from './overview.server'
import { DemoClock, EmailWaits, Newcomer, OpenTopUp } from './panels/next-steps'
import { Operations } from './panels/operations'
import { Leaders, Rank } from './panels/partners'

export const handle: PageHandle = { title: 'cabinet:dashboard.title' }

/** Fetched in parallel and independently: a part that fails leaves the others intact. */
export async function loader({ context }: LoaderFunctionArgs) {
  const investor = await requireInvestor(context)
  const { upstream, emailWaits } = investor
  const period = readPeriod(context.url.searchParams.get('period'))
  const { user, deposits } = upstream
  const [
    balance,
    statistics,
    running,
    waiting,
    pending,
    operations,
    rates,
    bonus,
    clock,
    safety,
    extensions,
  ] = await Promise.all([
    panel(balanceOf(upstream)),
    panelIfKept(user.statistics({ days: daysOf(period) })),
    panel(deposits.list({ status: 'in_progress', sort: 'nextAccrualAt', sortDir: 'asc', limit: 4 })),
    panel(deposits.list({ status: 'awaiting_completion', sort: 'endsAt', sortDir: 'asc', limit: 4 })),
    panel(newestPending(upstream)),
    panel(user.operations({ sort: 'createdAt', sortDir: 'desc', limit: 8 })),
    panelIfKept(user.exchangeRate({}, { withoutBearer: true })),
    bonusOf(investor),
    panel(demoTime(upstream)),
    withdrawalSafetyOf(upstream),
    emailWaits ? panel(extensionsOf(upstream)) : null,
  ])
  return {
    emailWaits: extensions?.has('emailConfirmation') ?? false,
    pause: pauseOf(context.i18n, safety),
    balance,
    earned: statistics && {
      income: statistics.income,
      incomeToday: statistics.incomeToday,
      currency: statistics.currency,
    },
    period,
    course: statistics === null ? (false as const) : courseOf(statistics?.series ?? null, period),
    deposits: running && waiting && atWork(running, waiting, upstream.now()),
    openTopUp: pending && openTopUpOf(pending, upstream.now()),
    operations: operations?.items ?? null,
    isNew: operations !== null && hasNoEntries(operations) && !(balance && holdsMoney(balance)),
    leaders: rates === undefined ? undefined : leadersIn(rates && rates.items),
    rank: bonus && rankView(bonus),
    clock,
  }
}

async function newestPending(upstream: Upstream) {
  const query = { status: 'pending', sort: 'createdAt', sortDir: 'desc', limit: 1 } as const
  const list = await upstream.refills.list(query)
  return { ...list, items: await withSystems(upstream, list.items) }
}

async function demoTime(upstream: Upstream) {
  return (await extensionsOf(upstream)).has('demo') ? upstream.demo.time() : null
}

export default function Dashboard() {
  const { emailWaits, isNew, clock, pause, ...parts } = useLoaderData<typeof loader>()
  return (
    <Stack gap={7}>
      {pause && <WithdrawalPause pause={pause} />}
      {isNew ? <Beginning openTopUp={parts.openTopUp} /> : <Overview {...parts} />}
      {emailWaits && <EmailWaits />}
      <Columns gap={7}>
        <PublicAmounts>
          <Leaders leaders={parts.leaders} />
        </PublicAmounts>
        <Rank rank={parts.rank} />
      </Columns>
      {clock && <DemoClock {...clock} />}
    </Stack>
  )
}

/** A new account without any operations: one next step, and no empty panels. */
function Beginning({ openTopUp }: Pick<Parts, 'openTopUp'>) {
  const { t } = useI18n()
  return (
    <>
      <PageHeader title={t('cabinet:dashboard.title')} lead={t('cabinet:dashboard.begin.lead')} />
      {openTopUp && <OpenTopUp topUp={openTopUp} />}
      <Newcomer />
      <RiskAlert />
    </>
  )
}

type Parts = Omit<ReturnType<typeof useLoaderData<typeof loader>>, 'emailWaits' | 'isNew' | 'clock' | 'pause'>

function Overview({ balance, earned, period, course, deposits, openTopUp, operations }: Parts) {
  const { t } = useI18n()
  return (
    <>
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
      <Earnings earned={earned} next={deposits?.next} />
      {openTopUp && <OpenTopUp topUp={openTopUp} />}
      <Balances balance={balance} />
      <Course course={course} period={period} />
      <Deposits deposits={deposits} />
      <RiskAlert />
      <Operations operations={operations} />
    </>
  )
}
