import { activityGroups, activityOutcomes } from '~/contract/words'
import { type DayErrors } from '~/lists/list-query.server'
import { DaysFields } from '~/lists/days-fields'
import { FilterForm } from '~/lists/filter-form'
import { useI18n } from '~/locale/context'
import { type ActivityQuery, paths } from '~/paths'
import { Select } from '~/ui/select/select'

/** The filters of the records; all of them are in the address. */
export function Filters({ query, dayErrors }: { query: ActivityQuery; dayErrors: DayErrors | null }) {
  const { t } = useI18n()
  const all = { value: '', label: t('common:list.all') }
  return (
    <FilterForm
      key={paths.activity(query)}
      action={paths.activity()}
      fold={{ isOpen: Object.keys(query).length > 0 }}
    >
      <Select
        id="group"
        name="group"
        label={t('activity:page.what')}
        defaultValue={query.group}
        options={[
          all,
          ...activityGroups.map((value) => ({ value, label: t(`activity:page.group.${value}`) })),
        ]}
      />
      <Select
        id="outcome"
        name="outcome"
        label={t('activity:page.outcome')}
        defaultValue={query.outcome}
        options={[
          all,
          ...activityOutcomes.map((value) => ({ value, label: t(`activity:page.outcomes.${value}`) })),
        ]}
      />
      <DaysFields from={query.from} to={query.to} errors={dayErrors} />
    </FilterForm>
  )
}
