import { readListQuery } from '~/lists/list-query.server'
import { type OperationSummary } from '~/contract/statement'
import { accounts } from '~/contract/words'
import { isZero } from '~/money/decimal'

/** The filters of the statement from its address. */
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

const figures = ['opening', 'in', 'out', 'closing'] as const

/** One account in one currency: opening + in − out = closing, all of them decimal strings. */
export type SummaryRow = { currency: string; account: (typeof accounts)[number] } & Record<
  (typeof figures)[number],
  string
>

/** The accounts that changed or have a balance. */
export function summaryRows(summary: OperationSummary): SummaryRow[] {
  return Object.entries(summary)
    .flatMap(([currency, of]) => accounts.map((account) => ({ currency, account, ...of[account] })))
    .filter((row) => figures.some((figure) => !isZero(row[figure])))
}
