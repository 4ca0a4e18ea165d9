import { readListQuery } from '~/lists/list-query.server'

/** The filters of the statement as they stand in its address. */
export function readStatementQuery(search: URLSearchParams) {
  return readListQuery('user.operations', search, [
    'type',
    'currency',
    'account',
    'status',
    'from',
    'to',
    'page',
    'limit',
  ])
}
