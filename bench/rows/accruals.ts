import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createPasswordHasher } from '../../backend/auth/passwords'
import { dayMs } from '../../backend/clock'
import { connect } from '../../backend/db/connect'
import { fillDatabase } from '../../backend/fill/fill'
import { type Size } from '../../backend/fill/size'
import { faultsOfAll } from '../../tests/support/ledger-faults'
import { makeDataDir, startProduct, testSecret } from '../../tests/support/stack'
import { signedIn } from '../../tests/support/visitor'
import { pace } from '../children'
import { type Figure, type Row, type World, median, quantile } from '../row'

const size: Size = { users: 100_000, operations: 0, deposits: 200_000, partners: 10_000 }
const shortSize: Size = { users: 300, operations: 0, deposits: 600, partners: 30 }
/** Readers of the whole company, on a machine of two cores whose database works for the accruals. */
const perSecond = 20
const reader = { login: 'reader', password: 'Low-tide-at-7' }

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * A day's income of all deposits at once, as after a day on which the backend was away, while investors open a page. The database
 * was filled as of a day ago, so that all of it is due when the backend starts.
 */
export const accruals: Row = {
  name: 'accruals of 200,000 deposits beside pages',
  yardstick: 'the same page when all are booked',
  isNamedOnly: true,
  async measure({ rounds }: World) {
    const [filled, seconds] = rounds === 1 ? [shortSize, 1] : [size, 10]
    const dataDir = await makeDataDir()
    try {
      const filledAt = new Date()
      await fill(dataDir, filled, filledAt)
      const env = { LOG_LEVEL: 'warn', DEMO: '0', SESSION_SECRETS: testSecret }
      const product = await startProduct(dataDir, env)
      const client = new pg.Client({ host: join(dataDir, 'postgres'), user: 'app', database: 'postgres' })
      try {
        await client.connect()
        const page = { path: '/cabinet/deposits', perSecond, seconds }
        const headers = { cookie: (await signedIn(product.url, reader)).cookie() }
        const read = () => pace({ port: Number(new URL(product.url).port) }, { ...page, headers })

        const beside: number[] = []
        const allBeside: number[] = []
        const began = performance.now()
        const before = await countOf(client, 'select count(*) from accruals')
        const isDue = () => isDueBy(client, filledAt)
        while (await isDue()) {
          const { p99, took } = await read()
          // Not of the time after the last of them.
          if (!(await isDue())) break
          beside.push(p99)
          allBeside.push(...took)
        }
        const tookSeconds = (performance.now() - began) / 1000
        const booked = await countOf(client, 'select count(*) from accruals')
        const faults = await faultsOfAll(client)
        if (faults.length > 0) throw new Error(`the ledger: ${faults.join('; ')}`)

        const alone: number[] = []
        const allAlone: number[] = []
        for (let round = 0; round <= rounds; round += 1) {
          const { p99, took } = await read()
          alone.push(p99)
          allAlone.push(...took)
        }
        return [
          figure(`booked, of ${filled.deposits}`, booked, 'accruals', { atLeast: filled.deposits }),
          figure('booked in a second', (booked - before) / tookSeconds, 'accruals', { atLeast: 0 }),
          {
            what: `p99 of ${page.path} at ${perSecond} a second, median of windows`,
            product: median(beside),
            yardstick: median(alone),
            unit: 'ms',
            budget: { atMost: 2 },
          },
          {
            what: `p99 of ${page.path} at ${perSecond} a second, all requests`,
            product: quantile(allBeside, 0.99),
            yardstick: quantile(allAlone, 0.99),
            unit: 'ms',
            budget: { atMost: 2 },
          },
          figure('the worst ten seconds of it', Math.max(0, ...beside), 'ms', { atMost: Infinity }),
        ]
      } finally {
        await client.end()
        await product.stop()
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

const figure = (what: string, product: number, unit: string, budget: Figure['budget']): Figure => ({
  ...{ what, product, yardstick: null, unit, budget },
})

/** Makes the company as of a day ago. The reader, who can sign in, is the first that has no inviter and no partner, as most are. */
async function fill(dataDir: string, filled: Size, present: Date): Promise<void> {
  const database = await connect({ log: quiet, dataDir })
  try {
    const progress = (done: number) => void process.stderr.write(`${done} of ${filled.users} investors\n`)
    await fillDatabase(database, filled, { now: new Date(present.getTime() - dayMs), progress })
    const hash = await createPasswordHasher().hash(reader.password)
    await database.pool.query(
      `update users set login = $1, password_hash = $2, phone_confirmed_at = registered_at where login = $3`,
      [reader.login, hash, `investor-${filled.partners + 2}`],
    )
  } finally {
    await database.close()
  }
}

/** Whether income that was due by then is not booked yet. */
const isDueBy = async (client: pg.Client, moment: Date): Promise<boolean> =>
  (await countOf(
    client,
    'select count(*) from (select from deposits where next_accrual_at <= $1 limit 1) as due',
    [moment],
  )) > 0

async function countOf(client: pg.Client, query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ count: string }>(query, values)
  return Number(rows[0]?.count)
}
