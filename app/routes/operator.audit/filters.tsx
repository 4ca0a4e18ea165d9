import { DaysFields } from '~/lists/days-fields'
import { FilterForm } from '~/lists/filter-form'
import { useI18n } from '~/locale/context'
import { type AuditQuery, operatorPaths } from '~/operator-paths'
import { TextInput } from '~/ui/text-input/text-input'

interface FiltersProps {
  query: AuditQuery
  daysSwapped: boolean
}

/** By any word of a record, by who made it, and by days. */
export function Filters({ query, daysSwapped }: FiltersProps) {
  const { t } = useI18n()
  return (
    <FilterForm action={operatorPaths.audit()}>
      <TextInput
        id="search"
        name="search"
        type="search"
        label={t('operators:audit.search')}
        hint={t('operators:audit.searchHint')}
        defaultValue={query.search}
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        id="actor"
        name="actor"
        label={t('operators:audit.actor')}
        defaultValue={query.actor}
        maxLength={32}
        autoComplete="off"
      />
      <DaysFields from={query.from} to={query.to} swapped={daysSwapped} />
    </FilterForm>
  )
}
