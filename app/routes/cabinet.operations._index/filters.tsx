import { accounts, operationStatuses, operationTypes } from '~/contract/words'
import { type ChosenFilter, ChosenFilters } from '~/lists/chosen-filters'
import { FilterForm } from '~/lists/filter-form'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { titleOf } from '~/framework/document'
import { type DayErrors } from '~/lists/list-query.server'
import { DaysFields, daysNamed } from '~/lists/days-fields'
import { type OperationsQuery, paths } from '~/paths'
import { Select } from '~/ui/select/select'
import { type MonthDays } from '~/lists/months'
import { Tabs } from '~/ui/tabs/tabs'

interface FiltersProps {
  query: OperationsQuery
  currencies: readonly string[]
  dayErrors: DayErrors | null
}

/** The filters of the statement; all of them are in the address. */
export function Filters({ query, currencies, dayErrors }: FiltersProps) {
  const { t } = useI18n()
  const all = { value: '', label: t('common:list.all') }
  return (
    <FilterForm
      key={paths.operations(query)}
      action={paths.operations()}
      fold={{ isOpen: dayErrors !== null }}
    >
      <Select
        id="type"
        name="type"
        label={t('cabinet:operations.type')}
        defaultValue={query.type}
        options={[all, ...operationTypes.map((value) => ({ value, label: t(`common:operation.${value}`) }))]}
      />
      <Select
        id="currency"
        name="currency"
        label={t('cabinet:operations.currency')}
        defaultValue={query.currency}
        options={[all, ...currencies.map((value) => ({ value, label: value }))]}
      />
      <Select
        id="account"
        name="account"
        label={t('cabinet:operations.account')}
        defaultValue={query.account}
        options={[all, ...accounts.map((value) => ({ value, label: t(`common:account.${value}`) }))]}
      />
      <Select
        id="status"
        name="status"
        label={t('cabinet:operations.status')}
        defaultValue={query.status}
        options={[
          all,
          ...operationStatuses.map((value) => ({ value, label: t(`common:status.operation.${value}`) })),
        ]}
      />
      <DaysFields from={query.from} to={query.to} errors={dayErrors} />
    </FilterForm>
  )
}

/** The filters in words, apart from the days. */
function namedFilters({ type, currency, account, status }: OperationsQuery, { t, has }: I18n) {
  const named: [key: keyof OperationsQuery, label: string][] = []
  const add = (key: keyof OperationsQuery, value: string | undefined, text: string) => {
    if (value) named.push([key, has(text) ? t(text) : value])
  }
  add('type', type, `common:operation.${type}`)
  add('currency', currency, '')
  add('account', account, `common:account.${account}`)
  add('status', status, `common:status.operation.${status}`)
  return named
}

/** The title of a statement: which operations, of which days. */
export const titleOfStatement = (query: OperationsQuery, i18n: I18n): string =>
  titleOf(
    i18n.t('cabinet:operations.title'),
    ...namedFilters(query, i18n).map(([, label]) => label),
    ...daysNamed(query, i18n),
  )

/** What selects the operations that are listed, each filter with the link that takes it off. */
export function Chosen({ query }: { query: OperationsQuery }) {
  const i18n = useI18n()
  const { t, day } = i18n
  const { from, to } = query
  const filters: ChosenFilter[] = []
  const add = (label: string, key: keyof OperationsQuery) =>
    filters.push({ label, href: paths.operations({ ...query, [key]: undefined }) })
  for (const [key, label] of namedFilters(query, i18n)) add(label, key)
  if (from) add(`${t('common:list.from')} ${day(from)}`, 'from')
  if (to) add(`${t('common:list.to')} ${day(to)}`, 'to')
  return <ChosenFilters filters={filters} />
}

/** A month by one press, the most common statement; the other filters stay. */
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
