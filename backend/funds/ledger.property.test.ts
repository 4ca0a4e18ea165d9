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
import { type Fate, mortal } from '../../tests/support/mortal-connection'
import { testDatabase, testServers } from '../../tests/support/postgres'
import { type TestServer } from '../../tests/support/postgres-servers'
import { transferFaultsOf } from '../../tests/support/transfers-model'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { statisticsOf } from '../statistics/statistics'
import { balanceOf } from './balance'
import { listOperations } from './operations'

/**
 * Random histories on real databases, a few hundred of them in a short run. After every event the ledger's law holds; an event whose
 * transaction dies at any statement, its commit included, changes nothing, and neither does a job that runs twice. In
 * the end every kind of event has come about, and every kind of death. A failure prints its seed: run again with
 * TEST_SEED. TEST_FULL=1 tries ten thousand.
 */

const isFull = process.env.TEST_FULL === '1'
const histories = isFull ? 10_000 : 160
const seed = process.env.TEST_SEED === undefined ? undefined : Number(process.env.TEST_SEED)
/** At most so many share a database: what is looked at after each event grows with those before it. */
const atMostTogether = 250

/** What a thousand histories come to at the least: about a third of what they do come to. */
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
/** Below this it is luck whether the histories of a run have any: these are demanded of ten thousand alone. */
const luck = 8

const places = ['at its commit', 'at its ledger lines', 'on its way']
/** Of closing and correcting, which are rare, none is demanded. */
const minDeaths: Record<string, number> = Object.fromEntries(
  ['topUp', 'refer', 'open', 'withdraw', 'decide', 'exchange', 'subscribe', 'wait'].flatMap((kind) =>
    places.map((place) => [`${kind} ${place}`, 1]),
  ),
)

/** Two databases at a time, one of each server where there are two. */
const lanes = testServers.length > 1 ? testServers : [...testServers, ...testServers]

const placeOf = (statement: string): string =>
  statement === 'commit'
    ? 'at its commit'
    : /insert into ledger_lines/.test(statement)
      ? 'at its ledger lines'
      : 'on its way'

const [events, deaths] = [new Map<string, number>(), new Map<string, number>()]

test.concurrent.each(lanes.map((server, index) => ({ server, lane: index + 1 })))(
  'the law of the ledger holds after every event on the $server PostgreSQL (lane $lane)',
  { timeout: 180 * 60_000 },
  async ({ server, lane }) => {
    const inLane = histories / lanes.length
    const together = Math.min(atMostTogether, inLane)
    for (let round = 0; round * together < inLane; round += 1)
      await live(server, { numRuns: together, seed: (seed ?? Date.now() ^ lane) + round }, { events, deaths })
  },
)

test('every kind of event and of death has come about in the lanes', () => {
  const minCounts = (perThousand: Record<string, number>) =>
    new Map(
      Object.entries(perThousand)
        .map(([what, n]) => [what, (n * histories) / 1000] as const)
        .filter(([, n]) => isFull || n >= luck),
    )
  expect(rarerThan(minCounts(minEvents), events)).toEqual([])
  expect(rarerThan(minCounts(minDeaths), deaths)).toEqual([])
  const died = (place: string) =>
    [...deaths].reduce((sum, [what, times]) => sum + (what.endsWith(place) ? times : 0), 0)
  for (const place of places) expect(died(place), place).toBeGreaterThan(10)
})

/** Histories that follow each other on a database of their own; counts what comes about in them. */
async function live(
  server: TestServer,
  runs: { numRuns: number; seed: number },
  tallies: { events: Map<string, number>; deaths: Map<string, number> },
): Promise<void> {
  const database = await testDatabase({ server })
  // What is lost with the machine's power is not what this is about.
  const client = new pg.Client({ connectionString: database.url, options: '-c synchronous_commit=off' })
  await client.connect()
  const fate = mortal(client)
  const db = drizzle({ client }) as Db
  await openCompany(db)
  // Two systems have no requirements, so that more withdrawals go through.
  await client.query(`update payment_systems set payment_requires = '{}' where id in ('usdt-trc20', 'trx')`)

  // Histories follow each other in time, so that the jobs of one find nothing of another.
  let time = firstDay
  let lived = 0
  await fc.assert(
    fc.asyncProperty(history, async (tried) => {
      const world = await World.begin(db, tried, time)
      // Nothing vacuums a test's database: without statistics every look at a history would read all of them.
      if (lived++ % 50 === 0) await client.query('vacuum (analyze)')
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

  /** One event: an attempt that dies at the given statement, then the event itself; a job runs once more. */
  async function happen(world: World, step: LedgerStep, killedAt: Fate | null) {
    const isJob = step.do === 'wait'
    world.letPass(step)

    let done = false
    if (killedAt !== null) {
      const before = await fingerprintOf(client, world)
      const death = await fate.dyingAt(killedAt, () => world.run(db, step))
      done = death === null
      if (death !== null) count(tallies.deaths, `${step.do} ${placeOf(death)}`)
      // Of the jobs, the transactions before the one that died stand.
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

  /** What an investor reads adds up to what that investor has. */
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
    const told = await statisticsOf(db, { userId, now, timeZone: 'UTC', days: 120 })
    expect(await seriesFaultsOf(client, world, { userId, ...told })).toEqual([])
  }
}
