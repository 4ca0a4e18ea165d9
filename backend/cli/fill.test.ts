import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { at, join } from '../../tests/support/funds'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { ledgerFaults } from '../backup/tables'
import { runDueJobs } from '../jobs/due-jobs'

const size = ['--users', '60', '--operations', '1205', '--deposits', '400', '--partners', '20']

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  return database
}

async function command(database: TestDatabase, name: 'fill' | 'check-audit', args: string[] = []) {
  const child = spawn(process.execPath, ['--import', 'tsx', `backend/cli/${name}.ts`, ...args], {
    env: {
      ...{ NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: process.env.HOME },
      DATABASE_URL: database.url,
      STORAGE_SECRET: '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=',
    },
  })
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { out, error, code }
}

async function one(database: TestDatabase, query: string): Promise<Record<string, unknown>> {
  return (await database.pool.query<Record<string, unknown>>(query)).rows[0]!
}

async function faultsOf(database: TestDatabase) {
  const client = await database.pool.connect()
  try {
    return await ledgerFaults(client)
  } finally {
    client.release()
  }
}

test('the books of a filled database agree, also after the next income', async () => {
  const database = await emptyDatabase()
  const filled = await command(database, 'fill', size)
  expect(filled).toMatchObject({ code: 0, out: expect.stringContaining('60 investors were made') as string })
  expect(await faultsOf(database)).toEqual([])
  expect(await command(database, 'check-audit')).toMatchObject({ code: 0, error: '' })

  expect(
    await one(
      database,
      `select (select count(*)::int from users) as users, (select count(*)::int from deposits) as deposits,
        (select count(*)::int from ledger_lines where account in ('balance', 'balance_dep')) as operations,
        (select count(*)::int from deposits where next_accrual_at <= now()) as overdue`,
    ),
  ).toEqual({ users: 60, deposits: 400, operations: 1205 + 2 * (400 - 60), overdue: 0 })
  // Every line has the balance after it: the sum of those before, in the order of booking.
  expect(
    await one(
      database,
      `select count(*)::int as wrong from (
        select balance_after, sum(amount) over (partition by account_id order by seq) as after,
          occurred_at < lag(occurred_at) over (partition by user_id, account_id order by seq) and user_id is not null as back
        from ledger_lines) as line where balance_after <> after or back`,
    ),
  ).toEqual({ wrong: 0 })
  expect(
    await one(
      database,
      `select count(*)::int as partners, sum(own_turnover)::int as worth,
        (select turnover::int from users where login = 'investor-1') as turnover
      from users where inviter_id is not null`,
    ),
  ).toMatchObject({
    partners: 20,
    worth: (await one(database, `select turnover::int as t from users where login = 'investor-1'`)).t,
  })

  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  await runDueJobs(database.db, at(tomorrow))
  expect(
    await one(
      database,
      `select count(*)::int as booked from ledger_entries where type = 'accrual' and id not like 'fill-%'`,
    ),
  ).toEqual({ booked: 400 })
  expect(await faultsOf(database)).toEqual([])
})

test('a second run makes what is missing, and changes nothing of what is there', async () => {
  const database = await emptyDatabase()
  await command(database, 'fill', ['--users', '20'])
  const lines = `select count(*)::int as lines, max(seq)::int as seq from ledger_lines`
  const before = await one(database, lines)
  expect((await command(database, 'fill', ['--users', '20'])).out).toContain('0 investors were made')
  expect(await one(database, lines)).toEqual(before)
  expect((await command(database, 'fill', ['--users', '30'])).out).toContain('10 investors were made')
  expect(await one(database, 'select count(*)::int as users from users')).toEqual({ users: 30 })
  expect(await faultsOf(database)).toEqual([])
})

test('investors of a company are refused, and stay alone', async () => {
  const database = await emptyDatabase()
  await join(database.db)
  const refused = await command(database, 'fill', size)
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('users of its own') as string })
  expect(await one(database, 'select count(*)::int as users from users')).toEqual({ users: 1 })
})

test('what can not be made is refused with the reason', async () => {
  const database = await emptyDatabase()
  const refused = await command(database, 'fill', ['--users', '5', '--operations', '1000', '--deposits', '3'])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.error).toMatch(/^so many operations need --deposits \d+ and more\n$/)
})
