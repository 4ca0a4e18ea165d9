import { FailedPanel } from '~/layouts/failed-panel'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Chart } from '~/ui/chart/chart'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Columns, Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { Tabs } from '~/ui/tabs/tabs'
import { type Course as Drawn } from './course.server'
import { type Period, periods } from './periods'

interface CourseProps {
  /** null: nothing has happened in these days; false: it could not be asked for. */
  course: Drawn | null | false
  period: Period
}

/** Another choice leads back here, not to the top of the page. */
const place = 'course'

/** How balance and income went over a choice of days, which stands in the address. */
export function Course({ course, period }: CourseProps) {
  const { t } = useI18n()
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
