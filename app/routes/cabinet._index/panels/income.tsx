import { FailedPanel } from '~/layouts/banners'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Chart } from '~/ui/chart/chart'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Columns, Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { Tabs } from '~/ui/tabs/tabs'
import { type Course as Drawn, type DepositLine } from '../overview.server'
import { type ReactNode } from 'react'
import { type Statistics } from '~/contract/user'
import { Amount } from '~/investments/amount'
import { planName } from '~/investments/names'
import { Link } from '~/ui/link/link'
import * as styles from './dashboard.css'

/** The period of the chart in days, as the address has it. */
export const periods = ['7', '30', '90', 'all'] as const
export type Period = (typeof periods)[number]

interface CourseProps {
  /**
   * null: nothing has happened in these days; false: it could not be read; undefined: the upstream does not provide
   * it.
   */
  course: Drawn | null | false | undefined
  period: Period
}

/** Another choice leads back here, not to the top of the page. */
const place = 'course'

/** Balance and income over the chosen days, which are in the address. */
export function Course({ course, period }: CourseProps) {
  const { t } = useI18n()
  if (course === undefined) return null
  return (
    <Section id={place} title={t('cabinet:dashboard.course.title')}>
      <Tabs
        label={t('cabinet:dashboard.course.period')}
        items={periods.map((one) => ({
          href: `${paths.cabinet({ period: one })}#${place}`,
          label:
            one === 'all'
              ? t('cabinet:dashboard.course.all')
              : t('cabinet:dashboard.course.days', { count: Number(one) }),
          current: one === period,
        }))}
      />
      {course === false ? (
        <FailedPanel />
      ) : course === null ? (
        <EmptyState title={t('cabinet:dashboard.course.nothing')} />
      ) : (
        <Charts {...course} />
      )}
    </Section>
  )
}

function Charts({ balance, income, step }: Drawn) {
  const { t, day, amount } = useI18n()
  const shared = {
    at: (at: number | string) => day(String(at)),
    value: (value: string) => amount(value, 'USDT'),
  }
  const table = { at: t('cabinet:dashboard.date') }
  return (
    <>
      <Columns gap={6}>
        <Chart
          {...shared}
          drawing={balance}
          caption={t('cabinet:dashboard.course.balanceText')}
          names={[t('common:account.balance'), t('common:account.balance_dep')]}
          table={{ ...table, label: t('cabinet:dashboard.course.balanceTable') }}
        />
        <Chart
          {...shared}
          drawing={income}
          caption={t('cabinet:dashboard.course.incomeText')}
          names={[t('cabinet:dashboard.course.income')]}
          table={{ ...table, label: t('cabinet:dashboard.course.incomeTable') }}
        />
      </Columns>
      {step > 1 && <Soft small>{t('cabinet:dashboard.course.step', { count: step })}</Soft>}
    </>
  )
}

interface EarningsProps {
  /** Null if it could not be read; undefined if the upstream does not provide it. */
  earned: Pick<Statistics, 'income' | 'incomeToday' | 'currency'> | null | undefined
  /** The running deposit that earns next; null if none does, undefined if it is not known. */
  next: DepositLine | null | undefined
}

/** The next income, which readers look for, and the income of deposits so far. */
export function Earnings({ earned, next }: EarningsProps) {
  const { t } = useI18n()
  const isKnown = earned && (earned.income !== null || earned.incomeToday !== null)
  if (earned !== null && !isKnown && next === undefined) return null
  return (
    <Section id="earnings" title={t('cabinet:dashboard.earnings.title')}>
      {earned === null && <FailedPanel />}
      {(earned || next !== undefined) && (
        <dl className={styles.figures}>
          {next !== undefined && (
            <Figure term={t('cabinet:dashboard.earnings.next')}>
              {next ? <Next deposit={next} /> : t('cabinet:dashboard.earnings.none')}
            </Figure>
          )}
          {earned && earned.incomeToday !== null && (
            <Figure term={t('cabinet:dashboard.earnings.today')}>
              <Amount value={earned.incomeToday} currency={earned.currency} size="large" />
            </Figure>
          )}
          {earned && earned.income !== null && (
            <Figure term={t('cabinet:dashboard.earnings.inAll')}>
              <Amount value={earned.income} currency={earned.currency} size="large" />
            </Figure>
          )}
        </dl>
      )}
    </Section>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.soft}>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Next({ deposit }: { deposit: DepositLine }) {
  const i18n = useI18n()
  const { t, dateTime } = i18n
  const { id, amount, currency, next } = deposit
  if (!next) return null
  return (
    <>
      <Amount value={next.amount} currency={currency} size="large" />
      <p>
        <time dateTime={next.at}>{dateTime(next.at)}</time>,{' '}
        <Link href={paths.deposit(id)}>
          {planName(deposit, i18n)}, <Amount value={amount} currency={currency} />
        </Link>
      </p>
      {currency !== 'USDT' && <p className={styles.soft}>{t('cabinet:dashboard.earnings.inUsdt')}</p>}
    </>
  )
}
