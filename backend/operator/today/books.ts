import { sql } from 'drizzle-orm'
import { type Db } from '../../db/connect'
import { ledgerAccounts } from '../../db/schema/ledger'
import { type Decimal, isZero, plain, sum } from '../../domain/decimal'

/** The books as a whole: the house's accounts and, by kind, its debts to investors. */
export interface Books {
  /** The product's time at which they were read. */
  at: Date
  accounts: { account: string; currency: string; balance: Decimal }[]
  /** The currencies in which all accounts together are not zero, and by how much: none while the books are right. */
  off: { currency: string; amount: Decimal }[]
}

/**
 * Sums the balances of all accounts by kind and currency. Of double entries every currency sums to zero. It reads each
 * account once, and none of the lines behind it: the database itself refuses an entry that does not sum to zero.
 */
export async function readBooks(db: Db, at: Date): Promise<Books> {
  const { kind, currency, balance } = ledgerAccounts
  const rows = await db
    .select({ account: kind, currency, balance: sql<string>`sum(${balance})` })
    .from(ledgerAccounts)
    .groupBy(kind, currency)
    .orderBy(kind, currency)
  const accounts = rows.map((row) => ({ ...row, balance: plain(row.balance) }))
  const off = [...new Set(accounts.map((one) => one.currency))]
    .map((code) => ({
      currency: code,
      amount: sum(accounts.filter((one) => one.currency === code).map((one) => one.balance)),
    }))
    .filter(({ amount }) => !isZero(amount))
  return { at, accounts, off }
}
