import { parseArgs } from 'node:util'
import { type OperatorRole, operatorRoles } from '~/contract/operator-roles'
import { createPasswordHasher } from '../auth/passwords'
import { realClock } from '../clock'
import { connect } from '../db/connect'
import { migrate } from '../db/migrate'
import { hasUpstream, readEnv } from '../env'
import { createIds } from '../ids'
import { createOperator } from './create-operator'
import { readPassword } from './password-prompt'

/**
 * `npm run db:operator -- --login anna [--email anna@example.org] [--role cashier] [--another]`, on the product's own
 * configuration. Without a role it makes an admin.
 */

const usage = `npm run db:operator -- --login <login> [--email <address>] [--role ${operatorRoles.join('|')}] [--another]`
const say = (text: string) => void process.stderr.write(text)
const elsewhere =
  'UPSTREAM_URL is set: operators are those of that upstream, and one of this database could sign in nowhere. ' +
  'Run this where the backend runs, without UPSTREAM_URL; by Compose: docker compose exec backend-1 node build/operator.js --login <login>'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function run(): Promise<void> {
  const { login, email, role, another } = readArguments()
  if (hasUpstream()) throw new Error(elsewhere)
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
    await createOperator(database.db, { login, email, role, another, password }, making)
  } finally {
    await database.close()
  }
  say(`The operator ${login} can sign in now.\n`)
}

interface Arguments {
  login: string
  email: string | undefined
  role: OperatorRole
  another: boolean
}

function readArguments(): Arguments {
  const options = {
    login: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string', default: 'admin' },
    another: { type: 'boolean' },
  } as const
  try {
    const { values } = parseArgs({ options, strict: true })
    const { login, email, another = false } = values
    const role = operatorRoles.find((known) => known === values.role)
    if (login && role) return { login, email, role, another }
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
