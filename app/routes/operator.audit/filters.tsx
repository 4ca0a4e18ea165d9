import { type DayErrors } from '~/lists/list-query.server'
import { DaysFields } from '~/lists/days-fields'
import { FilterForm } from '~/lists/filter-form'
import { useI18n } from '~/locale/context'
import { type AuditQuery, operatorPaths } from '~/operator-paths'
import { Select } from '~/ui/select/select'
import { TextInput } from '~/ui/text-input/text-input'

interface FiltersProps {
  query: AuditQuery
  /** What a record may be about, by its name in the address. */
  kinds: Record<string, string>
  dayErrors: DayErrors | null
}

/** By words of a record, by what it is about, by who made it, and by days. */
export function Filters({ query, kinds, dayErrors }: FiltersProps) {
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
      <Select
        id="kind"
        name="kind"
        label={t('operators:audit.about')}
        defaultValue={query.kind ?? ''}
        options={[
          { value: '', label: t('common:list.all') },
          ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextInput
        id="actor"
        name="actor"
        label={t('operators:audit.actor')}
        defaultValue={query.actor}
        maxLength={32}
        autoComplete="off"
      />
      <DaysFields from={query.from} to={query.to} errors={dayErrors} />
    </FilterForm>
  )
}
