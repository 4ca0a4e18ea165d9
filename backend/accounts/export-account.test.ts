import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstDay, join } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { createProductClock } from '../clock'
import { createSeal } from '../storage/seal'
import { exportAccount } from './export-account'

/** What each table that names a user is called in the export. A new table fails this until it has its place. */
const placeOf: Record<string, string> = {
  tokens: 'sessions',
  phone_codes: 'phoneCodes',
  password_codes: 'passwordCodes',
  idempotency_keys: 'keyedCalls',
  deposits: 'deposits',
  inquiries: 'inquiries',
  audit_records: 'decisions',
  ledger_accounts: 'balances',
  ledger_entries: 'operations',
  ledger_lines: 'operations',
  notifications: 'notifications',
  wallets: 'wallets',
  personal_data: 'personalData',
  verifications: 'verifications',
  refills: 'refills',
  payments: 'payments',
  exchanges: 'exchanges',
  subscriptions: 'subscriptions',
  users: 'account',
}

describe.each(testServers)('the export of an account, on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase({ server })
  })
  afterAll(() => database.drop())

  it('has every table that names users', async () => {
    const { rows } = await database.pool.query<{ name: string }>(`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and (column_name = 'user_id' or column_name = 'actor_id')
      union select distinct conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`)
    expect(rows.map(({ name }) => name).filter((name) => !placeOf[name])).toEqual([])
    const userId = await join(database.db)
    const clock = createProductClock(0, { now: () => firstDay })
    const seal = createSeal(randomBytes(32))
    const held = await exportAccount({ db: database.db, seal, productClock: clock }, userId, 'en')
    expect(Object.keys(held)).toEqual(expect.arrayContaining(Object.values(placeOf)))
  })
})
