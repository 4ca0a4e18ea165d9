import { drizzle } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { firstDay, openCompany } from '../../tests/support/funds'
import { incomeFaultsOf, seriesFaultsOf } from '../../tests/support/income-model'
import { faultsOf, faultsOfAll, fingerprintOf } from '../../tests/support/ledger-faults'
import { type Step, history } from '../../tests/support/ledger-histories'
import { World } from '../../tests/support/ledger-world'
import { mortal } from '../../tests/support/mortal-connection'
import { testDatabase, testServers } from '../../tests/support/postgres'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { statisticsOf } from '../statistics/statistics'
import { balanceOf } from './balance'
import { listOperations } from './operations'

/**
 * Thousands of random histories on real databases. After every event the ledger's law holds; an event whose
 * transaction dies at any statement changes nothing, and neither does a job that runs twice. A failure prints its seed:
 * run again with TEST_SEED. TEST_FULL=1 tries many more.
 */

const histories = process.env.TEST_FULL === '1' ? 10_000 : 2_000
const seed = process.env.TEST_SEED === undefined ? undefined : Number(process.env.TEST_SEED)

/** Two databases at a time, one of each server where there are two. */
const lanes = testServers.length > 1 ? testServers : [...testServers, ...testServers]

test.concurrent.each(lanes.map((server, index) => ({ server, lane: index + 1 })))(
  'the law of the ledger holds after every event on the $server PostgreSQL (lane $lane)',
  { timeout: 60 * 60_000 },
  async ({ server, lane }) => {
    const database = await testDatabase({ server })
    // What is lost with the machine's power is not what this is about.
    const client = new pg.Client({ connectionString: database.url, options: '-c synchronous_commit=off' })
    await client.connect()
    const fate = mortal(client)
    const db = drizzle({ client }) as Db
    await openCompany(db)
    // Two systems ask for nothing, so that more withdrawals go through.
    await client.query(`update payment_systems set payment_requires = '{}' where id in ('usdt-trc20', 'trx')`)

    // Histories follow each other in time, so that the jobs of one find nothing of another.
    let time = firstDay
    await fc.assert(
      fc.asyncProperty(history, async (tried) => {
        const world = await World.begin(db, tried, time)
        try {
          for (const { step, killedAt } of tried.events) {
            if (world.allows(step)) await live(world, step, killedAt)
          }
          await checkStatement(world, tried.events.length)
        } finally {
          time = new Date(world.now.getTime() + dayMs)
          await client.query('update deposits set next_accrual_at = null where next_accrual_at is not null')
        }
      }),
      { numRuns: histories / lanes.length, seed: seed ?? Date.now() ^ lane },
    )
    expect(await faultsOfAll(client)).toEqual([])
    await client.end()
    await database.drop()

    /** One event: an attempt that dies where it was told to, then the event itself; a job runs once more. */
    async function live(world: World, step: Step, killedAt: number | null) {
      const isJob = step.do === 'wait'
      world.letPass(step)

      let done = false
      if (killedAt !== null) {
        const before = await fingerprintOf(client, world)
        done = await fate.dyingAt(killedAt, () => world.run(db, step))
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
  },
)
