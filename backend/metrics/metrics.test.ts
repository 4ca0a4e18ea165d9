import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newRegistry } from '~/telemetry/registry.server'
import { numbersIn } from '../../tests/support/numbers'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { createProductClock } from '../clock'
import { currencies } from '../domain/currencies'
import { putDefaults } from '../defaults/put-defaults'
import { recordBackup } from '../backup/record'
import { lateJobs, recordRun } from '../jobs/job-runs'
import { addReadings } from './metrics'
import { reportFinal } from '../../tests/support/waiting-transfers'

/** What the numbers are read from, on a database that says what should be seen. */

const realNow = new Date('2026-03-02T12:00:00Z')
const realClock = { now: () => realNow }
const minutesAgo = (minutes: number) => new Date(realNow.getTime() - minutes * 60_000)

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await putDefaults(database.db, realNow)
})
afterAll(() => database.drop())

async function readNumbers({ processorSystems }: { processorSystems?: string[] } = {}) {
  const own = await newRegistry('backend')
  const { pool, db } = database
  const productClock = createProductClock(0, realClock)
  const services = { db, realClock, productClock, demo: false, processorSystems }
  addReadings(own, { pool, services, realtime: { sockets: () => 3, isListening: () => false } })
  return numbersIn(await own.registry.metrics())
}

it('shows which jobs are late and by how much', async () => {
  const { db } = database
  await recordRun(db, 'dues', minutesAgo(0))
  await recordRun(db, 'outbox', minutesAgo(30))
  const numbers = await readNumbers()
  const lateness = (job: string) => numbers.of('tideline_job_lateness_seconds', { job })
  expect([lateness('dues'), lateness('outbox'), lateness('accruals')]).toEqual([0, 1800, 0])
  expect(lateness('cleanup'), 'it never ran').toBeGreaterThan(0)
})

it('shows the age of the latest backup, and nothing where there is none', async () => {
  const age = async () => (await readNumbers()).of('tideline_backup_age_seconds')
  expect(await age()).toBeUndefined()
  const connection = { connectionString: database.url }
  await recordBackup(connection, minutesAgo(90))
  await recordBackup(connection, minutesAgo(120))
  expect(await age()).toBe(5400)
  await recordBackup(connection, minutesAgo(30))
  expect(await age()).toBe(1800)
  expect((await lateJobs(database.db, { now: realNow, realNow })).map(({ job }) => job)).not.toContain(
    'backup',
  )
})

it('shows the messages that wait, and since when', async () => {
  const write = (id: string, attempts: number, minutes: number) =>
    database.db.execute(sql`
      insert into outbox (id, channel, recipient, kind, values, language, created_at, attempts, next_attempt_at)
      values (${id}, 'email', 'canary@example.org', 'addresses_low', '{}', 'en',
        ${minutesAgo(minutes).toISOString()}::timestamptz, ${attempts}, ${realNow.toISOString()}::timestamptz)`)
  await write('new', 0, 1)
  await write('failed', 2, 20)
  const numbers = await readNumbers()
  const waiting = (state: string) => numbers.of('tideline_outbox_messages', { channel: 'email', state })
  expect([waiting('new'), waiting('failed')]).toEqual([1, 1])
  expect(numbers.of('tideline_outbox_oldest_seconds')).toBe(1200)
  expect(numbers.of('tideline_outbox_recipients_failed', { channel: 'email' })).toBe(1)
  expect(numbers.text).not.toContain('canary')
})

it('shows to how many people nothing can be sent, while nothing is sent', async () => {
  const { db } = database
  await db.execute(sql`delete from outbox`)
  let made = 0
  const write = (recipient: string, minutes: number, state: 'failed' | 'given up' | 'new' | 'sent') =>
    db.execute(sql`
      insert into outbox (id, channel, recipient, kind, values, language, created_at, attempts, sent_at, given_up_at)
      values (${`m${(made += 1)}`}, 'sms', ${recipient}, 'phone_code', '{}', 'en', ${minutesAgo(minutes).toISOString()}::timestamptz,
        ${state === 'new' ? 0 : 1}, ${state === 'sent' ? minutesAgo(minutes).toISOString() : null}::timestamptz,
        ${state === 'given up' ? realNow.toISOString() : null}::timestamptz)`)
  const failed = async () => (await readNumbers()).of('tideline_outbox_recipients_failed', { channel: 'sms' })
  expect(await failed()).toBe(0)
  await write('one', 90, 'failed')
  await write('two', 30, 'given up')
  await write('two', 20, 'given up')
  await write('three', 5, 'failed')
  await write('four', 1, 'new')
  await write('five', 40, 'sent')
  expect(await failed()).toBe(2)
  await write('six', 3, 'sent')
  expect(await failed()).toBe(0)
})

it('shows how many transfers wait for an operator, why, and for how long', async () => {
  const { db } = database
  const waiting = async () => {
    const numbers = await readNumbers()
    const of = (problem: string) => numbers.of('tideline_transfers_waiting', { problem })
    return [of('unknown_address'), of('late'), numbers.of('tideline_transfers_oldest_seconds')]
  }
  expect(await waiting()).toEqual([0, 0, 0])
  await reportFinal(db, { address: 'canary' }, minutesAgo(40))
  await reportFinal(db, { address: 'canary' }, minutesAgo(10))
  const closed = await reportFinal(db, { address: 'canary' }, minutesAgo(90))
  await db.execute(sql`update incoming_transfers set closed_at = now() where id = ${closed.id}`)
  expect(await waiting()).toEqual([2, 0, 2400])
  expect((await readNumbers()).text).not.toContain('canary')
})

it('shows since when a transfer is shown that is neither final nor dropped', async () => {
  const { db } = database
  const oldest = async () => (await readNumbers()).of('tideline_transfers_unconfirmed_oldest_seconds')
  expect(await oldest()).toBe(0)
  await reportFinal(db, { address: 'canary', state: 'seen', amount: '7' }, minutesAgo(15 * 24 * 60))
  expect(await oldest()).toBe(0)
  const { transactionHash } = await reportFinal(
    db,
    { address: 'canary', state: 'seen', amount: '7' },
    minutesAgo(40),
  )
  expect(await oldest()).toBe(2400)
  await reportFinal(db, { address: 'canary', transactionHash, amount: '7', state: 'dropped' }, minutesAgo(1))
  expect(await oldest()).toBe(0)
})

it('shows how many receiving addresses are left', async () => {
  const free = async () => (await readNumbers()).of('tideline_receiving_addresses_free', { system: 'btc' })
  expect(await free()).toBe(0)
  await database.db.execute(
    sql`insert into receiving_addresses (id, system_id, address, created_at) values ('one', 'btc', 'bc1q-canary', now())`,
  )
  expect(await free()).toBe(1)
  const served = await readNumbers({ processorSystems: ['btc'] })
  const of = (system: string) => served.of('tideline_receiving_addresses_free', { system })
  expect([of('btc'), of('eth')], 'a payment processor makes the addresses of one').toEqual([undefined, 0])
})

it('shows a currency whose accounts do not sum to zero', async () => {
  const { db } = database
  const before = await readNumbers()
  // Before the first entry there are no accounts, and the books are right.
  for (const currency of currencies) expect(before.of('tideline_ledger_imbalance', { currency })).toBe(0)
  await db.execute(sql`insert into ledger_accounts (id, kind, currency, balance)
    values ('house/outside/USDT', 'outside', 'USDT', '-5'), ('house/fees/USDT', 'fees', 'USDT', '5')`)
  const imbalance = async () => (await readNumbers()).of('tideline_ledger_imbalance', { currency: 'USDT' })
  expect(await imbalance()).toBe(0)
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update ledger_accounts set balance = '5.25' where id = 'house/fees/USDT'`)
  })
  expect(await imbalance()).toBe(0.25)
})

it('leaves out what it can not read, and says that the database does not answer', async () => {
  const own = await newRegistry('backend')
  const gone = () => Promise.reject(new Error('connection refused'))
  const broken = () => {
    throw new Error('connection refused')
  }
  const db = new Proxy(database.db, { get: () => broken })
  const pool = {
    query: gone,
    totalCount: 0,
    idleCount: 0,
    waitingCount: 0,
  } as unknown as TestDatabase['pool']
  const services = { db, realClock, productClock: createProductClock(0, realClock), demo: false }
  addReadings(own, { pool, services, realtime: { sockets: () => 0, isListening: () => false } })
  const numbers = numbersIn(await own.registry.metrics())
  expect(numbers.of('tideline_database_up')).toBe(0)
  expect(numbers.of('tideline_listening')).toBe(0)
  for (const name of ['ledger_imbalance', 'job_lateness_seconds', 'outbox_oldest_seconds', 'outbox_messages'])
    expect(numbers.names.has(`tideline_${name}`), name).toBe(false)
})
