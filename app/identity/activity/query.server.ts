import { readListQuery } from '~/lists/list-query.server'

/** The filters and the page of the records of activity from their address. */
export function readActivityQuery(search: URLSearchParams) {
  return readListQuery('activity.list', search, ['group', 'outcome', 'from', 'to', 'page'])
}
