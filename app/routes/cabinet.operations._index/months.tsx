import { useI18n } from '~/locale/context'
import { type MonthDays } from '~/lists/months'
import { type OperationsQuery, paths } from '~/paths'
import { Tabs } from '~/ui/tabs/tabs'

/** A month by one press, for that is what a statement is mostly wanted of; the other filters stay. */
export function Months({ query, months }: { query: OperationsQuery; months: readonly MonthDays[] }) {
  const { t, month: monthOf } = useI18n()
  const { from, to, ...kept } = query
  return (
    <Tabs
      label={t('cabinet:operations.months')}
      items={[
        {
          href: paths.operations(kept),
          label: t('cabinet:operations.allDays'),
          current: from === undefined && to === undefined,
        },
        ...months.map(({ month, ...days }) => ({
          href: paths.operations({ ...kept, ...days }),
          label: monthOf(month),
          current: from === days.from && to === days.to,
        })),
      ]}
    />
  )
}
