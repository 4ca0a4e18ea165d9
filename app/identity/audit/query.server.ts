import { readListQuery } from '~/lists/list-query.server'

/** The filters and the page of the audit trail from their address. */
export function readAuditQuery(search: URLSearchParams) {
  return readListQuery('operator.audit', search, ['search', 'actor', 'kind', 'from', 'to', 'page'])
}
