import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type ReactNode } from 'react'
import { canHandIn } from '~/identity/verification/state.server'
import { daysOf, readPeriod } from '~/investments/course-period'
import { balanceOf, holdsMoney } from '~/investments/balance.server'
import { bonusOf } from '~/investments/partners/rewards.server'
import { RiskAlert, RiskText } from '~/investments/risk-alert'
import { withSystems } from '~/investments/systems.server'
import { WithdrawalPause } from '~/investments/withdrawal-pause'
import { pauseOf, withdrawalSafetyOf } from '~/investments/withdrawal-safety.server'
import { PublicAmounts } from '~/layouts/amounts'
import { hasNoEntries } from '~/lists/list-page'
import { useI18n } from '~/locale/context'
import { titleOf } from '~/framework/document'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { leadersIn } from '~/site/leaders.server'
import { ButtonLink } from '~/ui/button/button'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Columns } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel, panelIfKept } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { courseOf, movesOf, readCourse } from './course.server'
import { atWork, openTopUpOf, rankView } from './overview.server'
import { Course, OtherCourse } from './panels/course'
import * as styles from './panels/dashboard.css'
import { Currencies } from './panels/currencies'
import { Deposits } from './panels/deposits'
import { Needs } from './panels/needs'
import { DemoClock, Newcomer } from './panels/next-steps'
import { Operations } from './panels/operations'
import { Leaders, Rank } from './panels/partners'
import { Week } from './panels/week'
import { Worth } from './panels/worth'
import { weekOf } from './week.server'

export const handle: PageHandle = {
  title: ({ t }, _data, query) => {
    const period = query.get('period')
    const days = period === 'all' ? t('cabinet:dashboard.course.all') : Number(period)
    return titleOf(
      t('cabinet:dashboard.title'),
      query.get('of') === 'income' && t('cabinet:dashboard.course.income'),
      typeof days === 'string' ? days : days > 0 && t('cabinet:dashboard.course.days', { count: days }),
    )
  },
}

const newest = { sort: 'createdAt', sortDir: 'desc', limit: 100 } as const

/** Fetched in parallel and independently: a part that fails leaves the others intact. */
export async function loader({ context }: LoaderFunctionArgs) {
  const investor = await requireInvestor(context)
  const { upstream, emailWaits } = investor
  const { searchParams } = context.url
  const chosen = { period: readPeriod(searchParams), of: readCourse(searchParams.get('of')) }
  const { user, deposits, payments, userData } = upstream
  const [
    balance,
    statistics,
    running,
    waiting,
    refills,
    withdrawals,
    operations,
    rates,
    bonus,
    verification,
    clock,
    safety,
    extensions,
  ] = await Promise.all([
    panel(balanceOf(upstream)),
    panelIfKept(user.statistics({ days: daysOf(chosen.period) })),
    panel(deposits.list({ status: 'in_progress', sort: 'nextAccrualAt', sortDir: 'asc', limit: 100 })),
    panel(deposits.list({ status: 'awaiting_completion', sort: 'endsAt', sortDir: 'asc', limit: 4 })),
    panel(newestRefills(upstream)),
    // Only this drawing has marks of what moved the money.
    chosen.of === 'worth' ? panel(payments.list(newest)) : null,
    panel(user.operations({ ...newest, limit: 5 })),
    panelIfKept(user.exchangeRate({}, { withoutBearer: true })),
    bonusOf(investor),
    panelIfKept(userData.byType({ type: 'verification' })),
    panel(demoTime(upstream)),
    withdrawalSafetyOf(upstream),
    emailWaits ? panel(extensionsOf(upstream)) : null,
  ])
  const now = upstream.now()
  const dateOf = context.i18n.calendarDate
  const rateOf = (currency: string) => rates?.items.find(({ coin }) => coin === currency)?.rate
  const documents = verification?.type === 'verification' ? verification.data : null
  const moves = movesOf(
    {
      refills: refills?.items ?? [],
      payments: withdrawals?.items ?? [],
      deposits: [...(running?.items ?? []), ...(waiting?.items ?? [])],
    },
    dateOf,
  )
  return {
    pause: pauseOf(context.i18n, safety),
    balance,
    earned: statistics && {
      income: statistics.income,
      incomeToday: statistics.incomeToday,
      currency: statistics.currency,
    },
    chosen,
    course: statistics === null ? (false as const) : courseOf(statistics?.series ?? null, chosen, moves),
    deposits: running && waiting && atWork(running, waiting, now),
    week: running && weekOf(running, { now, rateOf, dateOf }),
    needs: {
      openTopUp: refills && openTopUpOf(refills, now),
      documentsWait: documents !== null && canHandIn(documents),
      emailWaits: extensions?.has('emailConfirmation') ?? false,
    },
    areDocumentsSent: documents !== null && documents.status !== 'unknown' && !canHandIn(documents),
    operations: operations?.items ?? null,
    isNew: operations !== null && hasNoEntries(operations) && !(balance && holdsMoney(balance)),
    leaders: rates === undefined ? undefined : leadersIn(rates && rates.items),
    rank: bonus && rankView(bonus),
    clock,
  }
}

async function newestRefills(upstream: Upstream) {
  const list = await upstream.refills.list(newest)
  return { ...list, items: await withSystems(upstream, list.items) }
}

async function demoTime(upstream: Upstream) {
  return (await extensionsOf(upstream)).has('demo') ? upstream.demo.time() : null
}

export default function Dashboard() {
  const { isNew, clock, pause, ...parts } = useLoaderData<typeof loader>()
  const drawer = clock && <DemoClock {...clock} />
  return (
    <div className={styles.page}>
      {pause && <WithdrawalPause pause={pause} />}
      {isNew ? <Beginning {...parts}>{drawer}</Beginning> : <Overview {...parts}>{drawer}</Overview>}
    </div>
  )
}

type Parts = Omit<ReturnType<typeof useLoaderData<typeof loader>>, 'isNew' | 'clock' | 'pause'> & {
  /** The demonstration's clock. */
  children: ReactNode
}

/** A new account without any operations: what is done, what comes next, and no empty panels. */
function Beginning({ needs, areDocumentsSent, leaders, children }: Parts) {
  const { t } = useI18n()
  const { openTopUp } = needs
  return (
    <>
      <PageHeader title={t('cabinet:dashboard.title')} lead={t('cabinet:dashboard.begin.lead')} />
      {openTopUp && <Needs openTopUp={openTopUp} />}
      <Newcomer {...needs} areDocumentsSent={areDocumentsSent} />
      <RiskAlert />
      <PublicAmounts>
        <Leaders leaders={leaders} />
      </PublicAmounts>
      {children}
    </>
  )
}

/** The first screen: what the money is worth, what waits, and what comes; then where it is and what happened. */
function Overview({
  balance,
  earned,
  chosen,
  course,
  deposits,
  week,
  needs,
  operations,
  children,
  ...market
}: Parts) {
  const { t } = useI18n()
  return (
    <>
      <div className={styles.head}>
        <PageHeader
          title={t('cabinet:dashboard.title')}
          action={
            <div className={styles.actions}>
              <ButtonLink href={paths.topUps()}>{t('common:action.topUp')}</ButtonLink>
              <ButtonLink href={paths.newDeposit()} variant="primary">
                {t('common:action.openDeposit')}
              </ButtonLink>
            </div>
          }
        />
      </div>
      <div className={styles.first}>
        <Worth
          balance={balance}
          earned={earned}
          ahead={week && week.days.length > 0 ? week.worth : null}
          aside={<OtherCourse course={course} {...chosen} />}
        >
          <Course course={course} {...chosen} />
        </Worth>
        <div className={styles.beside}>
          <Needs {...needs} closable={deposits?.closable} />
          <Week week={week} next={deposits?.next} />
        </div>
        <div className={styles.below}>
          <Disclosure title={t('cabinet:dashboard.more')} isOfPhone>
            <Deposits deposits={deposits} />
            {balance && <Currencies balance={balance} />}
            <Operations operations={operations} />
            <Columns gap={6}>
              <PublicAmounts>
                <Leaders leaders={market.leaders} />
              </PublicAmounts>
              <Rank rank={market.rank} />
            </Columns>
            {children}
          </Disclosure>
        </div>
      </div>
      <div className={styles.risk} role="note">
        <RiskText />
      </div>
    </>
  )
}
