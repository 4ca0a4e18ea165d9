import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, topUp, wallets } from '../../tests/support/funds'
import { faultsOfAll } from '../../tests/support/ledger-faults'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { type Db, openPool } from '../db/connect'
import { ledgerAccounts } from '../db/schema/ledger'
import { Refusal } from '../domain/refusal'
import { runDueJobs } from '../jobs/due-jobs'
import { bookEarliestDue } from './accruals'
import { openDeposit } from './deposits'
import { exchange } from './exchanges'
import { cancelPayment, completePayment } from './payment-decisions'
import { requestPayment } from './payments'
import { quoteRates } from './quotes'
import { creditRefill, requestRefill } from './refills'

let database: TestDatabase
/** More connections than the usual pool has, so that the clients really run concurrently in the database. */
let crowd: ReturnType<typeof openPool>

const move = <Result>(run: (tx: Db) => Promise<Result>) => crowd.db.transaction(run)
const withdraw = (userId: string, amount: string) =>
  move((tx) =>
    requestPayment(tx, at(firstDay), {
      userId,
      systemId: 'usdt-trc20',
      amount,
      wallet: wallets['usdt-trc20'],
    }),
  )
const open = (userId: string, amount: string) =>
  move((tx) => openDeposit(tx, at(firstDay), { userId, planId: 'breeze', currency: 'USDT', amount }))

async function accountsOf(userId: string) {
  const rows = await crowd.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId))
  return Object.fromEntries(rows.map(({ kind, currency, balance }) => [`${kind} ${currency}`, balance]))
}

/** The number of successes and the error codes of the refusals; any other error is thrown. */
async function outcomes(runs: Promise<unknown>[]) {
  const settled = await Promise.allSettled(runs)
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  for (const error of refused) if (!(error instanceof Refusal)) throw error
  const codes = new Set(refused.map((error) => (error as Refusal).code))
  return { done: settled.length - refused.length, refused: [...codes] }
}

const times = <Result>(count: number, run: (n: number) => Result) =>
  Array.from({ length: count }, (_, n) => run(n))

describe.each(testServers)('concurrency on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    const quiet = { ...console, debug() {}, warn() {} }
    crowd = openPool({ connectionString: database.url, max: 16 }, quiet)
    await openCompany(database.db)
  })
  afterAll(async () => {
    await crowd.end()
    await database.drop()
  })

  test('50 withdrawals of one balance that is enough for 10: 10 are accepted, 40 refused', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '1000' })
    expect(await outcomes(times(50, () => withdraw(userId, '100')))).toEqual({
      done: 10,
      refused: ['insufficient_funds'],
    })
    expect(await accountsOf(userId)).toEqual({ 'balance USDT': '0', 'held USDT': '1000' })
  })

  test('50 openings, withdrawals and exchanges from one balance never overdraw it', async () => {
    const userId = await join(database.db, await join(database.db))
    await topUp(database.db, { userId, amount: '1000' })
    const { id: rateId } = await quoteRates(database.db, at(firstDay), userId)
    const swap = () =>
      move((tx) => exchange(tx, at(firstDay), { userId, from: 'USDT', to: 'TRX', amount: '100', rateId }))
    const kinds = [() => withdraw(userId, '100'), () => open(userId, '100'), swap]
    const { done, refused } = await outcomes(times(50, (n) => kinds[n % kinds.length]!()))
    expect({ done, refused }).toEqual({ done: 10, refused: ['insufficient_funds'] })
    expect((await accountsOf(userId))['balance USDT']).toBe('0')
  })

  test('a tree of investors who open, earn, withdraw and cancel at once has neither a deadlock nor a difference', async () => {
    const users = [await join(database.db)]
    for (let n = 1; n < 12; n++) users.push(await join(database.db, users[Math.floor((n - 1) / 2)]))
    await Promise.all(users.map((userId) => topUp(database.db, { userId, amount: '2000' })))
    await Promise.all(users.map((userId) => open(userId, '500')))

    const each = (userId: string) => [
      open(userId, '300'),
      withdraw(userId, '150').then(({ id: paymentId }) =>
        move((tx) => cancelPayment(tx, at(firstDay), { paymentId, userId })),
      ),
      withdraw(userId, '50').then(({ id: paymentId }) =>
        move((tx) => completePayment(tx, at(firstDay), { paymentId })),
      ),
      move(async (tx) => {
        const { id } = await requestRefill(tx, at(firstDay), { userId, systemId: 'btc', amount: '0.01' })
        await creditRefill(tx, at(firstDay), { refillId: id, by: 'demo' })
      }),
    ]
    const jobs = times(3, () => runDueJobs(crowd.db, at(after(2))))
    expect(await outcomes([...users.flatMap(each), ...jobs])).toEqual({ done: 12 * 4 + 3, refused: [] })
    await runDueJobs(crowd.db, at(after(2)))

    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    expect(await faultsOfAll(client)).toEqual([])
    await client.end()
    // 2,000 − 500 − 300 − 50, two days of 5.55 and 3.33; the leaves of the tree have no partners
    const leaf = await accountsOf(users.at(-1)!)
    expect(leaf).toMatchObject({ 'balance USDT': '1167.76', 'balance_dep USDT': '800', 'held USDT': '0' })
  })

  test('a job whose connection is killed in the middle leaves nothing half done', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '100' })
    await open(userId, '100')
    const killed = crowd.db.transaction(async (tx) => {
      await bookEarliestDue(tx, at(after(4)))
      const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
      await tx.execute('select 1')
    })
    await expect(killed).rejects.toThrow()
    expect((await accountsOf(userId))['balance USDT']).toBe('0')
    await runDueJobs(crowd.db, at(after(4)))
    expect((await accountsOf(userId))['balance USDT']).toBe('4.44')
  })
})
