import { FilterForm } from '~/lists/filter-form'
import { useI18n } from '~/locale/context'
import { Select } from '~/ui/select/select'
import { TextInput } from '~/ui/text-input/text-input'
import * as styles from './partner-filters.css'
import { partnerColumns } from './partners-order'
import { type PartnersQueryResult } from './partners-query.server'

interface PartnerFiltersProps {
  query: PartnersQueryResult
  /** The list's address without its query. */
  action: string
  /** The levels to choose from; empty if all entries have the same level. */
  levels: readonly number[]
}

/** Search, level and order of a list of partners; its address has them. */
export function PartnerFilters({ query, action, levels }: PartnerFiltersProps) {
  const { t } = useI18n()
  const columns = partnerColumns.filter((column) => column !== 'level' || levels.length > 0)
  return (
    <div className={styles.container}>
      <FilterForm key={JSON.stringify(query)} action={action} fold={{ isOpen: false }}>
        <TextInput
          id="search"
          name="search"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          label={t('partners:list.search')}
          defaultValue={query.search}
        />
        {levels.length > 0 && (
          <Select
            id="level"
            name="level"
            label={t('partners:column.level')}
            defaultValue={query.level}
            options={[
              { value: '', label: t('common:list.all') },
              ...levels.map((level) => ({ value: String(level), label: t('partners:level', { level }) })),
            ]}
          />
        )}
        <div className={styles.withoutHeads}>
          <Select
            id="sort"
            name="sort"
            label={t('partners:list.sort')}
            defaultValue={query.sort}
            options={columns.map((column) => ({ value: column, label: t(`partners:column.${column}`) }))}
          />
        </div>
        <div className={styles.withoutHeads}>
          <Select
            id="sortDir"
            name="sortDir"
            label={t('partners:list.sortDir')}
            defaultValue={query.sortDir}
            options={(['desc', 'asc'] as const).map((value) => ({
              value,
              label: t(`partners:list.direction.${value}`),
            }))}
          />
        </div>
      </FilterForm>
    </div>
  )
}
