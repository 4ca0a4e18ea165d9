import { titleOf } from '~/framework/document'
import { type I18n } from '~/locale/create'
import { type PartnersQuery } from '~/paths'
import { type PartnerColumn } from './partners-order'

/** The title of a list of partners: which of them, and in which order if it is not the first one. */
export function titleOfPartners(title: string, query: PartnersQuery, { t }: I18n): string {
  const { search, level, sort = 'turnover', sortDir = 'desc' } = query
  const isFirstOrder = sort === 'turnover' && sortDir === 'desc'
  return titleOf(
    title,
    search,
    level !== undefined && t('partners:level', { level }),
    // the loader reads both by their schemas
    !isFirstOrder && t(`partners:column.${sort as PartnerColumn}`),
    !isFirstOrder && t(`partners:list.direction.${sortDir as 'asc' | 'desc'}`),
  )
}
