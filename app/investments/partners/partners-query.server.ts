import { readListQuery } from '~/lists/list-query.server'
import { firstDirection, type PartnersOrder } from './partners-order'

/** The query of a list of partners: its filters and page if the address has them, its order always. */
export type PartnersQueryResult = PartnersOrder & { search?: string; level?: number; page?: number }

/** @param isOneLevel for one partner: all entries have the same level, so there is nothing to choose */
export function readPartnersQuery(search: URLSearchParams, { isOneLevel = false } = {}): PartnersQueryResult {
  const {
    sort = 'turnover',
    sortDir,
    level,
    ...filters
  } = readListQuery('user.referrals', search, ['search', 'level', 'sort', 'sortDir', 'page'])
  return {
    ...filters,
    ...(!isOneLevel && level !== undefined && { level }),
    sort,
    sortDir: sortDir ?? firstDirection(sort),
  }
}
