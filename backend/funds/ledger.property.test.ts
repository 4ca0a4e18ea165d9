import { drizzle } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { firstDay, openCompany } from '../../tests/support/funds'
import { incomeFaultsOf, seriesFaultsOf } from '../../tests/support/income-model'
import { faultsOf, faultsOfAll, fingerprintOf } from '../../tests/support/ledger-faults'
import { type LedgerStep, history } from '../../tests/support/ledger-histories'
import { count, rarerThan, tallyOf } from '../../tests/support/ledger-tally'
import { World } from '../../tests/support/ledger-world'
import { type FailurePoint, failingConnection } from '../../tests/support/failing-connection'
import { testDatabase, testServers } from '../../tests/support/postgres'
import { type TestServer } from '../../tests/support/postgres-servers'
import { transferFaultsOf } from '../../tests/support/transfers-model'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { statisticsOf } from '../statistics/statistics'
import { balanceOf } from './balance'
import { listOperations } from './operations'

/**
 * Random histories on real databases, a few hundred of them in a short run. After every event the ledger's
 * rules hold. An event whose transaction fails at any statement, including its commit, changes nothing, and
 * neither does a job that runs twice. At the end every kind of event has occurred, and every kind of failure.
 * A short run takes the same histories each time, so that what has occurred in it does not depend on chance.
 * TEST_FULL=1 tries ten thousand others; a failed test prints its seed: run again with TEST_SEED.
 */

const isFull = process.env.TEST_FULL === '1'
const histories = isFull ? 10_000 : 160
const seed = Number(process.env.TEST_SEED ?? (isFull ? Date.now() : 1))
/** The maximal number of histories on one database: the cost of a check grows with the events before it. */
const atMostTogether = 250

/** The minimal counts for a thousand histories: about a third of the usual counts. */
const minEvents: Record<string, number> = {
  refill: 60,
  deposit_open: 150,
  deposit_close: 20,
  accrual: 2_500,
  referral: 80,
  matching: 600,
  bonus: 60,
  correction: 3_300,
  exchange: 25,
  subscription: 35,
  payment: 100,
  payment_return: 50,
  payment_complete: 25,
  'withdrawal with USDT': 40,
  'return of a withdrawal with USDT': 12,
  'rejection of a withdrawal with USDT': 6,
  'rejection that leaves a purchase': 1,
  'payout of a withdrawal with USDT': 6,
  'withdrawal free of its fee': 8,
  review: 8,
  rejection: 25,
  cancellation: 15,
  'deposit in USDT': 80,
  'deposit in BTC': 20,
  'deposit in ETH': 15,
  'deposit in TRX': 4,
  'deposit that waits for its end': 8,
  'second term': 25,
  'top-up never paid': 35,
  'subscription that ended': 30,
  'partner who joined on the way': 30,
  reward_release: 1,
  reward_take_back: 1,
  'reward that was free at once': 1,
  'partner found to be the same person': 1,
}
/** Smaller counts depend on chance: they are required of ten thousand histories only. */
const luck = 8

const places = ['at its commit', 'at its ledger lines', 'on its way']
/** Closings and corrections are rare, so none is required. */
const minDeaths: Record<string, number> = Object.fromEntries(
  ['topUp', 'refer', 'open', 'withdraw', 'decide', 'exchange', 'subscribe', 'wait'].flatMap((kind) =>
    places.map((place) => [`${kind} ${place}`, 1]),
  ),
)

/** Two databases at a time, one on each server if there are two. */
const workers = testServers.length > 1 ? testServers : [...testServers, ...testServers]

const placeOf = (statement: string): string =>
  statement === 'commit'
    ? 'at its commit'
    : /insert into ledger_lines/.test(statement)
      ? 'at its ledger lines'
      : 'on its way'

const [events, failures] = [new Map<string, number>(), new Map<string, number>()]

test.concurrent.each(workers.map((server, index) => ({ server, worker: index + 1 })))(
  'the rules of the ledger hold after every event on the $server PostgreSQL (worker $worker)',
  { timeout: 180 * 60_000 },
  async ({ server, worker }) => {
    const inLane = histories / workers.length
    const together = Math.min(atMostTogether, inLane)
    for (let round = 0; round * together < inLane; round += 1)
      await live(server, { numRuns: together, seed: (seed ^ worker) + round }, { events, failures })
  },
)

test('every kind of event and of failure has occurred in the lanes', () => {
  const minCounts = (perThousand: Record<string, number>) =>
    new Map(
      Object.entries(perThousand)
        .map(([what, n]) => [what, (n * histories) / 1000] as const)
        .filter(([, n]) => isFull || n >= luck),
    )
  expect(rarerThan(minCounts(minEvents), events)).toEqual([])
  expect(rarerThan(minCounts(minDeaths), failures)).toEqual([])
  const died = (place: string) =>
    [...failures].reduce((sum, [what, times]) => sum + (what.endsWith(place) ? times : 0), 0)
  for (const place of places) expect(died(place), place).toBeGreaterThan(10)
})

/** Runs successive histories on a database of their own, and counts the kinds of events. */
async function live(
  server: TestServer,
  runs: { numRuns: number; seed: number },
  tallies: { events: Map<string, number>; failures: Map<string, number> },
): Promise<void> {
  const database = await testDatabase({ server })
  // This test does not cover loss of power.
  const client = new pg.Client({ connectionString: database.url, options: '-c synchronous_commit=off' })
  await client.connect()
  const fate = failingConnection(client)
  const db = drizzle({ client }) as Db
  await openCompany(db)
  // Two systems have no requirements, so that more withdrawals succeed.
  await client.query(`update payment_systems set payment_requires = '{}' where id in ('usdt-trc20', 'trx')`)

  // Histories follow each other in time, so that the jobs of one find no work of another.
  let time = firstDay
  let historyCount = 0
  await fc.assert(
    fc.asyncProperty(history, async (tried) => {
      const world = await World.begin(db, tried, time)
      // Autovacuum does not run on a test's database: without statistics every check of a history would read
      // all histories.
      if (historyCount++ % 50 === 0) await client.query('vacuum (analyze)')
      try {
        for (const { step, killedAt } of tried.events) {
          if (world.allows(step)) await happen(world, step, killedAt)
        }
        expect(await transferFaultsOf(client, world)).toEqual([])
        await checkStatement(world, tried.events.length)
      } finally {
        time = new Date(world.now.getTime() + dayMs)
        await client.query('update deposits set next_accrual_at = null where next_accrual_at is not null')
      }
    }),
    runs,
  )
  expect(await faultsOfAll(client)).toEqual([])
  for (const [what, times] of await tallyOf(client)) count(tallies.events, what, times)
  await client.end()
  await database.drop()

  /** One event: an attempt that fails at the given statement, then the event itself; a job runs once more. */
  async function happen(world: World, step: LedgerStep, killedAt: FailurePoint | null) {
    const isJob = step.do === 'wait'
    world.letPass(step)

    let done = false
    if (killedAt !== null) {
      const before = await fingerprintOf(client, world)
      const failedStatement = await fate.failAt(killedAt, () => world.run(db, step))
      done = failedStatement === null
      if (failedStatement !== null) count(tallies.failures, `${step.do} ${placeOf(failedStatement)}`)
      // The job's transactions before the failed one stay committed.
      if (!done && !isJob) expect(await fingerprintOf(client, world)).toBe(before)
      if (!done && isJob) expect(await faultsOf(client, world, { settled: false })).toEqual([])
    }
    if (!done) await world.run(db, step)
    expect(await faultsOf(client, world, { settled: isJob })).toEqual([])
    expect(await incomeFaultsOf(client, world)).toEqual([])

    if (isJob) {
      const once = await fingerprintOf(client, world)
      await world.run(db, step)
      expect(await fingerprintOf(client, world)).toBe(once)
    }
  }

  /** The figures that an investor reads add up to the investor's balances. */
  async function checkStatement(world: World, which: number) {
    const { users, now } = world
    const userId = users[which % users.length]!
    const reader = { userId, now, language: 'en', timeZone: 'UTC' } as const
    const { summary } = await listOperations(db, reader, { limit: 1 })
    const { currencies } = await balanceOf(db, userId, now)
    for (const [currency, { balance, balance_dep }] of Object.entries(currencies)) {
      expect(summary[currency]?.balance.closing ?? '0').toBe(balance)
      expect(summary[currency]?.balance_dep.closing ?? '0').toBe(balance_dep)
    }
    const statistics = await statisticsOf(db, { userId, now, timeZone: 'UTC', days: 120 })
    expect(await seriesFaultsOf(client, world, { userId, ...statistics })).toEqual([])
  }
}
