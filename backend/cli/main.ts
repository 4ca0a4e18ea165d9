import { parseArgs } from 'node:util'
import { createPasswordHasher } from '../auth/passwords'
import { realClock } from '../clock'
import { connect } from '../db/connect'
import { migrate } from '../db/migrate'
import { readEnv } from '../env'
import { createIds } from '../ids'
import { createOperator } from './create-operator'
import { readPassword } from './password-prompt'

/** `npm run db:operator -- --login anna [--email anna@example.org] [--another]`, on the product's own configuration. */

const usage = 'npm run db:operator -- --login <login> [--email <address>] [--another]'
const say = (text: string) => void process.stderr.write(text)
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function run(): Promise<void> {
  const { login, email, another } = requestCount()
  const env = readEnv()
  if (env.demo) {
    throw new Error(
      'This is a demonstration, which makes its own operator. For a company set DATABASE_URL, or DEMO=0.',
    )
  }
  const password = await readPassword({ stdin: process.stdin, output: process.stderr })
  const { databaseUrl, dataDir } = env
  const database = await connect({ log: quiet, ...(databaseUrl === null ? { dataDir } : { databaseUrl }) })
  try {
    await migrate(database.pool)
    const making = { passwords: createPasswordHasher(), newId: createIds(realClock), now: realClock.now() }
    await createOperator(database.db, { login, email, another, password }, making)
  } finally {
    await database.close()
  }
  say(`The operator ${login} can sign in now.\n`)
}

function requestCount(): { login: string; email: string | undefined; another: boolean } {
  const options = {
    login: { type: 'string' },
    email: { type: 'string' },
    another: { type: 'boolean' },
  } as const
  try {
    const { values } = parseArgs({ options, strict: true })
    if (values.login) return { login: values.login, email: values.email, another: values.another ?? false }
  } catch {
    // An unknown argument may be a password: it is not repeated.
  }
  throw new Error(`Usage: ${usage}. The password is asked for, or read from standard input`)
}

// A terminal that is closed at the question leaves nothing to run.
process.exitCode = 1
run().then(
  () => process.exit(0),
  (error: Error) => {
    say(`${error.message}\n`)
    process.exit(1)
  },
)
