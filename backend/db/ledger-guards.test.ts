import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'

let database: TestDatabase
let client: pg.PoolClient

const account = (id: string, userId: string | null, kind: string, balance = '0') =>
  client.query(
    'insert into ledger_accounts (id, user_id, kind, currency, balance) values ($1, $2, $3, $4, $5)',
    [id, userId, kind, 'USDT', balance],
  )
const entry = (id: string, eventId = id, type = 'refill') =>
  client.query(
    "insert into ledger_entries (id, event_id, type, user_id, occurred_at) values ($1, $2, $3, 'ann', now())",
    [id, eventId, type],
  )
/** The lines of one entry as `[account, amount]`, written by one statement. */
const lines = (entryId: string, ...given: [account: string, amount: string][]) =>
  client.query(
    `insert into ledger_lines (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at)
     select $1, n, account_id, nullif(split_part(account_id, '/', 1), 'house'), split_part(account_id, '/', 2), 'USDT',
       amount, 0, 'refill', now()
     from unnest($2::text[], $3::numeric[]) with ordinality as given (account_id, amount, n)`,
    [entryId, given.map(([id]) => id), given.map(([, amount]) => amount)],
  )

describe.each(testServers)('ledger rules that the %s PostgreSQL enforces', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    client = await database.pool.connect()
    await client.query("insert into users (id, login, registered_at) values ('ann', 'ann', now())")
    await account('ann/balance/USDT', 'ann', 'balance')
    await account('house/outside/USDT', null, 'outside')
    await client.query('begin')
    await entry('first')
    await lines('first', ['house/outside/USDT', '-5'], ['ann/balance/USDT', '5'])
    await client.query('commit')
  })
  beforeEach(() => client.query('rollback'))
  afterAll(async () => {
    client.release()
    await database.drop()
  })

  test('an entry that does not sum to zero is refused', async () => {
    await client.query('begin')
    await entry('crooked')
    await expect(
      lines('crooked', ['house/outside/USDT', '-5'], ['ann/balance/USDT', '5.000001']),
    ).rejects.toThrow('does not sum to zero')
  })

  test("an entry without lines can't be committed", async () => {
    await client.query('begin')
    await entry('empty')
    await expect(client.query('commit')).rejects.toThrow('fewer than two lines')
  })

  test('a committed entry accepts no more lines, even if they sum to zero', async () => {
    await client.query('begin')
    const more = client.query(
      `insert into ledger_lines (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at)
       select entry_id, n + 2, account_id, user_id, account, currency, amount, balance_after, type, occurred_at
       from ledger_lines where entry_id = 'first'`,
    )
    await expect(more).rejects.toThrow('has its lines already')
  })

  test('an event is booked once', async () => {
    await client.query('begin')
    await expect(entry('again', 'first')).rejects.toThrow('ledger_entries_event_id_unique')
  })

  test('no investor account goes below zero, the house may', async () => {
    await client.query("update ledger_accounts set balance = -5 where id = 'house/outside/USDT'")
    await expect(
      client.query("update ledger_accounts set balance = -0.000001 where id = 'ann/balance/USDT'"),
    ).rejects.toThrow('ledger_accounts_not_negative')
  })

  test.each([
    ["update ledger_lines set amount = 1 where entry_id = 'first'", 'ledger_lines'],
    ["delete from ledger_lines where entry_id = 'first'", 'ledger_lines'],
    ["update ledger_entries set reason = 'x' where id = 'first'", 'ledger_entries'],
    ['truncate ledger_entries cascade', 'ledger_'],
    ['delete from accruals', 'accruals'],
  ])("booked rows can't be changed: %s", async (statement, table) => {
    await expect(client.query(statement)).rejects.toThrow(new RegExp(`${table}\\w* is append-only`))
  })

  test('a line of zero, or with more decimals than its currency, is refused', async () => {
    await client.query('begin')
    await entry('dust')
    await expect(
      lines('dust', ['house/outside/USDT', '-0.0000001'], ['ann/balance/USDT', '0.0000001']),
    ).rejects.toThrow('ledger_lines_scale_check')
  })

  test('a correction without a reason is refused', async () => {
    await client.query('begin')
    await expect(entry('silent', 'silent', 'correction')).rejects.toThrow('ledger_entries_correction_check')
  })

  test("an investor's kind of account belongs to an investor", async () => {
    await expect(account('house/balance/USDT', null, 'balance')).rejects.toThrow(
      'ledger_accounts_owner_check',
    )
  })
})
