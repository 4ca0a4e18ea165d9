import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { type DepositQuery, inStatus, orderOfDeposits, rowsOfDeposits } from '../funds/deposit-list'
import { depositView } from '../funds/deposit-view'
import { type OperatorView } from './audit'
import { type SearchedTable, pageOfCases } from './case-search'

const searched: SearchedTable = { table: deposits, id: deposits.id, userId: deposits.userId }

/** Deposits of all investors, newest first; a search finds a whole number, or the beginning of the owner's login. */
export async function listAllDeposits(
  db: Db,
  { language }: Pick<OperatorView, 'language'>,
  query: DepositQuery,
): Promise<CallOutput<typeof contract.operator.deposits>> {
  const listed = { filters: inStatus(query), order: orderOfDeposits(query) }
  return pageOfCases(db, searched, query, listed, async (where, ofPage) => {
    const rows = await rowsOfDeposits(db, where, ofPage)
    return rows.map(({ row, owner }) => ({ ...depositView(row, language), owner }))
  })
}
