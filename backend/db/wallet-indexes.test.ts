import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../tests/support/postgres'
import { wallets } from './schema/people'
import { payments } from './schema/transfers'

test('everybody who withdraws to a wallet, or has saved it, is found by an index', async () => {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const plans = await db.transaction(async (tx) => {
    // Of an empty table PostgreSQL would read the whole.
    await tx.execute(sql`set local enable_seqscan = off`)
    const planOf = async (table: typeof payments | typeof wallets, column: unknown) => {
      const { rows } = await tx.execute<Record<string, string>>(
        sql`explain select user_id from ${table} where lower(${column}) = 'txjk'`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    return [await planOf(payments, payments.wallet), await planOf(wallets, wallets.address)]
  })
  expect(plans[0]).toContain('payments_wallet_index')
  expect(plans[1]).toContain('wallets_address_index')
})
