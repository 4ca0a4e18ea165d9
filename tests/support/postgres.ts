import type pg from 'pg'
import { type Db, openPool } from '../../backend/db/connect'
import { isFull } from './reading-modes'
import { askRun, socketVariable } from './ask-run'
import {
  type SharedServer,
  type TestServer,
  databaseName,
  onDatabase,
  startSharedServer,
  urlOf,
} from './postgres-servers'

export { temporaryFolder } from './postgres-servers'

/** The servers at hand: the machine's own takes part where DATABASE_URL_TEST names it; `npm test` looks for one. */
export const testServers: TestServer[] = process.env.DATABASE_URL_TEST
  ? ['embedded', 'machine']
  : ['embedded']

/**
 * The servers a suite is run on: `describe.each(serversFor('withdrawals'))('… on the %s PostgreSQL', (server) => …)`. In a
 * short run each suite is on one of them, in turns by its name; what is about the servers themselves takes `testServers`.
 */
export function serversFor(suite: string): TestServer[] {
  if (isFull) return testServers
  const sum = [...suite].reduce((total, sign) => total + sign.charCodeAt(0), 0)
  return [testServers[sum % testServers.length]!]
}

export type TestDatabase = {
  /** For a backend of its own process (`DATABASE_URL`). */
  url: string
  pool: pg.Pool
  db: Db
  /** Ends the pool and drops the database, whoever is still connected. */
  drop: () => Promise<void>
}

let made = 0

/**
 * A database of the present schema, this caller's alone. Made in tens of milliseconds once a server runs.
 * @param filled with a demonstration as its first start leaves it, where the run has one to copy; otherwise empty
 */
export async function testDatabase({
  server = 'embedded',
  filled = false,
}: { server?: TestServer; filled?: boolean } = {}): Promise<TestDatabase> {
  const shared = await sharedServer(server, filled)
  const name = databaseName(String(++made))
  await onDatabase(shared.adminUrl, (client) =>
    client.query(`create database ${name} template ${shared.template}`),
  )
  const url = urlOf(shared.adminUrl, name)
  const { pool, db, end } = openPool({ connectionString: url, max: 10 }, { ...console, debug() {} })
  return {
    url,
    pool,
    db,
    drop: async () => {
      await end()
      await onDatabase(shared.adminUrl, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      )
      await shared.done()
    },
  }
}

type Borrowed = SharedServer & { done(): Promise<void> }

/** The run's server where the run has one (`run.setup.ts`); otherwise one of this process. */
async function sharedServer(server: TestServer, filled: boolean): Promise<Borrowed> {
  const socketPath = process.env[socketVariable]
  if (!socketPath) return ownServer(server)
  const thing = filled && server === 'embedded' ? 'demonstration' : server
  return { ...((await askRun(socketPath, thing)) as SharedServer), done: async () => {} }
}

const own = new Map<TestServer, { starting: ReturnType<typeof startSharedServer>; users: number }>()

/** Stopped with its last database. */
async function ownServer(server: TestServer): Promise<Borrowed> {
  const entry = own.get(server) ?? { starting: startSharedServer(server), users: 0 }
  own.set(server, entry)
  entry.users += 1
  const shared = await entry.starting
  return {
    ...shared,
    done: async () => {
      entry.users -= 1
      if (entry.users > 0) return
      own.delete(server)
      await shared.stop()
    },
  }
}
