import { rmSync, writeFileSync } from 'node:fs'
import { makeDataDir, startProduct } from '../tests/support/stack'
import { compareWith } from './compare'
import { type Measured, holds, report } from './report'
import { type Row, type World } from './row'
import { accruals } from './rows/accruals'
import { cabinetPage } from './rows/cabinet-page'
import { coldStart } from './rows/cold-start'
import { deposits } from './rows/deposits'
import { frameworks } from './rows/frameworks'
import { firstLoad } from './rows/first-load'
import { idleSockets } from './rows/idle-sockets'
import { cachedPage } from './rows/cached-page'
import { memory } from './rows/memory'
import { overview } from './rows/overview'
import { paymentEvents } from './rows/payment-events'
import { renderedPage } from './rows/rendered-page'
import { processes, scaling } from './rows/scaling'
import { queues } from './rows/queues'
import { signIn } from './rows/sign-in'
import { size } from './rows/size'

/**
 * `npm run bench`: starts the product and each yardstick on free ports of this machine, measures row by row, prints the
 * table and writes it to bench/results.md. `--smoke` goes through all of it once, briefly, judges nothing and writes
 * nothing. Parts of names run those rows alone: `npm run bench -- rendered`. `--compare main` measures another version
 * and this one in turn, and prints what differs.
 */
const rows: Row[] = [
  cachedPage,
  renderedPage,
  firstLoad,
  memory,
  signIn,
  cabinetPage,
  overview,
  coldStart,
  idleSockets,
  deposits,
  queues,
  frameworks,
  paymentEvents,
  accruals,
  scaling,
  processes,
  size,
]

const flagOf = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const isSmoke = process.argv.includes('--smoke')
/** A file for the figures as JSON, instead of a judgement. */
const figuresFile = flagOf('figures')
const isCompared = process.argv.includes('--compare')
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const version = isCompared ? words.shift() : undefined

if (isCompared) {
  if (!version) throw new Error('--compare needs a version: npm run bench -- --compare main')
  process.stdout.write(await compareWith(version, words[0]))
} else
  await measureAll(
    rows.filter(({ name, isNamedOnly = false }) =>
      words.length > 0 ? words.some((word) => name.includes(word)) : !isNamedOnly,
    ),
  )

async function measureAll(chosen: readonly Row[]): Promise<void> {
  const dataDir = await makeDataDir()
  try {
    const product = await startProduct(dataDir, { LOG_LEVEL: 'warn' })
    try {
      const port = Number(new URL(product.url).port)
      const app = { pid: (await product.pids()).app, port, url: product.url, stop: () => product.stop() }
      const where = {
        app,
        backendUrl: product.backendUrl,
        backendPid: (await product.pids()).backend,
        dataDir,
        databases: flagOf('databases')?.split(','),
      }
      const world: World = isSmoke
        ? { ...where, rounds: 1, seconds: 0.3, connections: 4 }
        : { ...where, rounds: 5, seconds: 2, connections: 16 }
      const measured: Measured[] = []
      for (const row of chosen) {
        process.stderr.write(`${row.name} …\n`)
        measured.push({ row, figures: await row.measure(world) })
      }
      const text = report(measured, new Date())
      process.stdout.write(`${text}\n`)
      if (figuresFile) return writeFileSync(figuresFile, JSON.stringify(measured))
      if (!isSmoke && words.length === 0) writeFileSync('bench/results.md', text)
      if (!isSmoke && !measured.every(({ figures }) => figures.every(holds))) process.exitCode = 1
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
