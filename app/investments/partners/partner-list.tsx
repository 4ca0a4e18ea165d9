import { type PartnersPage } from '~/contract/user'
import { useI18n } from '~/locale/context'
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
  /** What is said where there are no partners at all. */
  empty: { title: string; text: string }
  /** Of one partner: all stand on one level. */
  isOneLevel?: boolean
}

/** The levels of the programme, where an upstream doesn't say on which of them there are partners. */
const allLevels = [1, 2, 3]

/** Where the list stands on its page. */
export const listId = 'list'

/** Partners with their search, order and pages, all of it in the address; each change leads back to the list itself. */
export function PartnerList({ list, query, href, empty, isOneLevel = false }: PartnerListProps) {
  const { t } = useI18n()
  const { page: _page, ...kept } = query
  const inPlace = (query?: PartnersQuery) => `${href(query)}#${listId}`
  const { summary } = list
  const isSearched = query.search !== undefined || query.level !== undefined
  // Where nobody sums them up, a search that finds nothing says nothing of how many there are.
  const hasPartners = summary ? summary.partners > 0 : isSearched || !hasNoEntries(list)
  return (
    <Section id={listId} title={t('partners:list.title')}>
      <Stack gap={5}>
        {hasPartners && (
          <PartnerFilters
            query={kept}
            action={inPlace()}
            levels={isOneLevel ? [] : (summary?.levels.map(({ level }) => level) ?? allLevels)}
          />
        )}
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
