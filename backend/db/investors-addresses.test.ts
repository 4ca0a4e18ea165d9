import { readFileSync, readdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { after, firstDay, join, newId, openCompany } from '../../tests/support/funds'
import { testDatabase } from '../../tests/support/postgres'
import { refills } from './schema/transfers'

const folder = new URL('migrations/', import.meta.url)

/** The effect of the migration on existing rows. */
function bindings(): string[] {
  const name = readdirSync(folder).find((file) => file.endsWith('_investors_addresses.sql'))!
  const statements = readFileSync(new URL(name, folder), 'utf8').split('--> statement-breakpoint')
  return statements.filter((statement) => /^UPDATE/m.test(statement))
}

test('addresses of single top-ups become those of their investors, paid ones permanently', async () => {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  await openCompany(db)
  await db.execute(sql`alter table receiving_addresses drop constraint receiving_addresses_user_check`)
  await db.execute(sql`drop index receiving_addresses_user_unique`)
  await db.execute(sql`alter table receiving_addresses add column refill_id text`)
  const [payer, asker] = [await join(db), await join(db)]
  const had = async (
    address: string,
    userId: string,
    days: number,
    status: 'topped_up' | 'timeout_expired',
  ) => {
    const id = newId()
    const credited = status === 'topped_up' ? { creditedAmount: '1', creditedAt: after(days) } : {}
    const row = { id, userId, systemId: 'trx', currency: 'TRX', network: 'TRON', requestAmount: '1', status }
    await db
      .insert(refills)
      .values({ ...row, ...credited, wallet: address, createdAt: after(days), expiresAt: after(days, 1) })
    await db.execute(sql`insert into receiving_addresses (id, system_id, address, refill_id, created_at)
      values (${newId()}, 'trx', ${address}, ${id}, ${firstDay.toISOString()})`)
  }
  await had('paid', payer, 1, 'topped_up')
  await had('paid later', payer, 2, 'topped_up')
  await had('unpaid', payer, 3, 'timeout_expired')
  await had('asked', asker, 1, 'timeout_expired')
  await had('asked later', asker, 2, 'timeout_expired')
  await db.execute(sql`insert into receiving_addresses (id, system_id, address, created_at)
    values ('fresh', 'trx', 'fresh', ${firstDay.toISOString()})`)

  const statements = bindings()
  expect(statements).toHaveLength(2)
  for (const statement of statements) await db.execute(sql.raw(statement))

  const { rows } = await db.execute(sql`
    select address, user_id, retired, kept_since is not null as kept, rests_from is not null as bound
    from receiving_addresses order by address`)
  const owned = (address: string, userId: string, { retired = false, kept = false } = {}) =>
    expect.objectContaining({ address, user_id: userId, retired, kept, bound: true }) as object
  expect(rows).toEqual([
    owned('asked', asker, { retired: true }),
    owned('asked later', asker),
    { address: 'fresh', user_id: null, retired: false, kept: false, bound: false },
    owned('paid', payer, { retired: true, kept: true }),
    owned('paid later', payer, { kept: true }),
    owned('unpaid', payer, { retired: true }),
  ])
})
