import { readListQuery } from '~/lists/list-query.server'

/** The filters of the statement as they stand in its address. */
export type StatementQuery = ReturnType<typeof readStatementQuery>

export function readStatementQuery(search: URLSearchParams) {
  return readListQuery('user.operations', search, [
    'type',
    'currency',
    'account',
    'status',
    'from',
    'to',
    'page',
  ])
}

/** A first day after the last one: there is nothing to ask for, and the reader is told at the field. */
export function areDaysSwapped({ from, to }: StatementQuery): boolean {
  return from !== undefined && to !== undefined && from > to
}
