import { type PartnersPage } from '~/contract/user'
import { useI18n } from '~/locale/context'
import { ChosenFilters } from '~/lists/chosen-filters'
import { EmptyList } from '~/lists/empty-list'
import { LeftOut } from '~/lists/left-out'
import { hasNoEntries } from '~/lists/list-page'
import { Pages } from '~/lists/pages'
import { type PartnersQuery } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { PartnerFilters } from './partner-filters'
import { PartnerTable } from './partner-table'
import { type PartnersQueryResult } from './partners-query.server'

interface PartnerListProps {
  list: PartnersPage
  query: PartnersQueryResult
  /** The address of the list with this query. */
  href: (query?: PartnersQuery) => string
  /** The text of an empty list. */
  empty: { title: string; text: string }
  /** For one partner: all entries have the same level. */
  isOneLevel?: boolean
}

/** The levels of the programme, for an upstream that does not list those with partners. */
const allLevels = [1, 2, 3]

/** The id of the list on its page. */
export const listId = 'list'

/** Partners with their search, order and pages, all of it in the address; each change leads back to the list itself. */
export function PartnerList({ list, query, href, empty, isOneLevel = false }: PartnerListProps) {
  const { t } = useI18n()
  const { page: _page, ...kept } = query
  const inPlace = (query?: PartnersQuery) => `${href(query)}#${listId}`
  const { summary } = list
  const { search, level } = query
  const chosen = [
    ...(search !== undefined ? [{ label: search, href: inPlace({ ...kept, search: undefined }) }] : []),
    ...(level !== undefined
      ? [{ label: t('partners:level', { level }), href: inPlace({ ...kept, level: undefined }) }]
      : []),
  ]
  const isSearched = chosen.length > 0
  // Without a summary, an empty search result does not mean that there are no partners.
  const hasPartners = summary ? summary.partners > 0 : isSearched || !hasNoEntries(list)
  return (
    <Section id={listId} title={t('partners:list.title')}>
      <Stack gap={3}>
        {hasPartners && (
          <PartnerFilters
            query={kept}
            action={inPlace()}
            levels={isOneLevel ? [] : (summary?.levels.map(({ level }) => level) ?? allLevels)}
          />
        )}
        <ChosenFilters filters={chosen} />
        <LeftOut list={list} />
        {list.items.length > 0 ? (
          <PartnerTable
            partners={list.items}
            order={kept}
            href={(order) => inPlace({ ...kept, ...order })}
            isOneLevel={isOneLevel}
          />
        ) : (
          <EmptyList list={list} isFiltered={hasPartners} href={inPlace()} start={inPlace(kept)} {...empty} />
        )}
        <Pages list={list} href={(page) => inPlace({ ...kept, page })} />
      </Stack>
    </Section>
  )
}
