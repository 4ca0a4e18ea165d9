import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import pg from 'pg'
import { newInvestor } from '../../tests/support/investor'
import { depositScript, scriptedInvestor } from '../deposit-script'
import { type Row, type World, median } from '../row'

const clients = 8
const opening = { planId: 'breeze', currency: 'USDT', amount: '100' }

/** On the embedded server of the product, both of them. Left out where the machine has no pgbench. */
export const deposits: Row = {
  name: 'backend: deposits opened per second',
  yardstick: 'the same SQL in pgbench',
  async measure(world) {
    const pgbench = findPgbench()
    if (!pgbench) {
      process.stderr.write('  left out: there is no pgbench here\n')
      return []
    }
    const socket = join(world.dataDir, 'postgres')
    await putScriptedInvestors(socket)
    const folder = mkdtempSync(join(tmpdir(), 'tideline-pgbench-'))
    try {
      const script = join(folder, 'deposit.sql')
      writeFileSync(script, await depositScript())
      const investors = await Promise.all(
        Array.from({ length: clients }, () => newInvestor(world.backendUrl, { usdt: '1000000' })),
      )
      const open = investors.map((investor) => () => investor.ask('POST', '/funds/deposits', opening))
      return [
        await inTurn(
          world,
          () => openFor(open, world.seconds),
          () => run(pgbench, socket, script, world),
        ),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function inTurn({ rounds }: World, product: () => Promise<number>, yardstick: () => Promise<number>) {
  const paces = { product: [] as number[], yardstick: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const [ours, bare] = [await product(), await yardstick()]
    if (round === 0) continue // warms both up
    paces.product.push(ours)
    paces.yardstick.push(bare)
  }
  return {
    what: `${clients} investors at once`,
    product: median(paces.product),
    yardstick: median(paces.yardstick),
    unit: '/s',
    budget: { atLeast: 0.5 },
  }
}

/** Each investor opens one deposit after another; how many a second in all. */
async function openFor(open: (() => Promise<unknown>)[], seconds: number): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  let opened = 0
  await Promise.all(
    open.map(async (openOne) => {
      while (performance.now() < until) {
        await openOne()
        opened += 1
      }
    }),
  )
  return (opened * 1000) / (performance.now() - began)
}

async function run(pgbench: string, socket: string, script: string, { seconds }: World): Promise<number> {
  const flags = ['-n', '-M', 'simple', '-c', String(clients), '-j', '2', '-T', String(Math.ceil(seconds))]
  const { stdout } = await promisify(execFile)(pgbench, [
    ...flags,
    '-f',
    script,
    '-h',
    socket,
    '-U',
    'app',
    'postgres',
  ])
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(perSecond > 0) || !/failed transactions: 0\b/.test(stdout)) throw new Error(`pgbench: ${stdout}`)
  return perSecond
}

/** The investors of the script, with the balances that it reads. */
async function putScriptedInvestors(socket: string): Promise<void> {
  const pool = new pg.Pool({ host: socket, user: 'app', database: 'postgres', max: 1 })
  const ids = Array.from({ length: clients }, (_, client) => scriptedInvestor(client))
  await pool.query(
    'insert into users (id, login, registered_at) select id, id, now() from unnest($1::text[]) as id on conflict do nothing',
    [ids],
  )
  for (const kind of ['balance', 'balance_dep'])
    await pool.query(
      `insert into ledger_accounts (id, user_id, kind, currency, balance)
       select id || '/' || $2 || '/USDT', id, $2, 'USDT', 0 from unnest($1::text[]) as id on conflict do nothing`,
      [ids, kind],
    )
  await pool.end()
}

function findPgbench(): string | null {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, 'bin'))
    : []
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...installed]
  return folders.map((folder) => join(folder, 'pgbench')).find(existsSync) ?? null
}
