import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { type DepositQuery, pageOfDeposits } from '../funds/deposit-list'
import { depositView } from '../funds/deposit-view'
import { type OperatorView } from './audit'

/** Deposits of all investors, newest first; a search looks for the owner's login too. */
export async function listAllDeposits(
  db: Db,
  { language }: Pick<OperatorView, 'language'>,
  query: DepositQuery,
): Promise<CallOutput<typeof contract.operator.deposits>> {
  const found = await pageOfDeposits(db, { searched: [users.login], language }, query)
  return {
    ...found,
    items: found.items.map(({ row, owner }) => ({ ...depositView(row, language), owner })),
  }
}
