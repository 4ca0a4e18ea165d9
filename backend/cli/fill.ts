import { parseArgs } from 'node:util'
import { realClock } from '../clock'
import { connect } from '../db/connect'
import { readEnv } from '../env'
import { fillDatabase } from '../fill/fill'
import { type Size, depositsOfActive, minOperations } from '../fill/size'
import { printReport } from './print-report'

/** `npm run db:fill -- --users 100000`: an empty database becomes a large one of made-up investors, to measure on. */

const help = `Usage: npm run db:fill -- --users <number> [--operations <number>] [--deposits <number>] [--partners <number>]

Fills the database of DATABASE_URL, or the embedded one of DATA_DIR, with made-up investors. It has to be empty, or
filled by this command: a run that was stopped goes on where it was when it is started again with the same numbers.

  --users       investors in all
  --operations  rows of statements, of the first 1,000 investors together (ten for each investor, if not given)
  --deposits    deposits in all, each with an income due within a day (two for each investor)
  --partners    partners of investor-1 on three levels (a tenth of the investors)

The investors are investor-1, investor-2, … and have no passwords.
`
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function run(): Promise<string> {
  const size = readSize()
  if (size === null) return help
  const { databaseUrl, dataDir } = readEnv()
  const database = await connect({ log: quiet, ...(databaseUrl === null ? { dataDir } : { databaseUrl }) })
  try {
    const progress = (done: number) => void process.stderr.write(`${done} of ${size.users} investors\n`)
    const { made, operations, deposits } = await fillDatabase(database, size, {
      now: realClock.now(),
      progress,
    })
    return `${made} investors were made. There are ${operations} operations and ${deposits} deposits; the ledger adds up.\n`
  } finally {
    await database.close()
  }
}

/**
 * Null: the help was wanted.
 * @throws Error with what is wrong
 */
function readSize(): Size | null {
  const options = {
    users: { type: 'string' },
    operations: { type: 'string' },
    deposits: { type: 'string' },
    partners: { type: 'string' },
    help: { type: 'boolean' },
  } as const
  const { values } = parseArgs({ options, strict: true })
  if (values.help) return null
  const users = numberOf('users', values.users)
  if (users === undefined || users === 0) throw new Error(`--users is missing\n${help}`)
  const size = {
    users,
    operations: numberOf('operations', values.operations) ?? users * 10,
    deposits: numberOf('deposits', values.deposits) ?? users * 2,
    partners: numberOf('partners', values.partners) ?? Math.floor(users / 10),
  }
  if (size.operations > 0 && size.operations < minOperations)
    throw new Error(`--operations takes 0, or ${minOperations} and more`)
  if (size.partners >= users) throw new Error('--partners takes fewer than there are investors')
  const needed = depositsOfActive(size)
  if (size.deposits < needed) throw new Error(`so many operations need --deposits ${needed} and more`)
  return size
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,8}$/.test(text)) throw new Error(`--${name} takes a number up to 99999999`)
  return Number(text)
}

printReport(run)
