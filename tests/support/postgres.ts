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

/**
 * The available servers: the machine's own is included if DATABASE_URL_TEST is set, as `npm test` does when
 * it finds one.
 */
export const testServers: TestServer[] = process.env.DATABASE_URL_TEST
  ? ['embedded', 'machine']
  : ['embedded']

/**
 * The servers for a suite: `describe.each(serversFor('withdrawals'))('… on the %s PostgreSQL', (server) =>
 * …)`. In a short run each suite gets one of them, chosen by its name. Tests of the servers themselves use
 * `testServers`.
 */
export function serversFor(suite: string): TestServer[] {
  if (isFull) return testServers
  const sum = [...suite].reduce((total, sign) => total + sign.charCodeAt(0), 0)
  return [testServers[sum % testServers.length]!]
}

export type TestDatabase = {
  /** For a backend in a process of its own (`DATABASE_URL`). */
  url: string
  pool: pg.Pool
  db: Db
  /** Ends the pool and drops the database, with all remaining connections. */
  drop: () => Promise<void>
}

let made = 0

/**
 * Creates a database with the present schema for this caller only. It takes tens of milliseconds once a
 * server runs.
 * @param filled with the state after a demonstration's first start, if the run has one to copy; otherwise
 * empty
 * @param poolSize connections at most
 */
export async function testDatabase({
  server = 'embedded',
  filled = false,
  poolSize = 10,
}: { server?: TestServer; filled?: boolean; poolSize?: number } = {}): Promise<TestDatabase> {
  const shared = await sharedServer(server, filled)
  const name = databaseName(String(++made))
  // To copy the files costs a third of writing all pages to the log. The machine's server would wait for its disk.
  const strategy = server === 'embedded' ? ' strategy file_copy' : ''
  await onDatabase(shared.adminUrl, (client) =>
    client.query(`create database ${name} template ${shared.template}${strategy}`),
  )
  const url = urlOf(shared.adminUrl, name)
  // A connection starts a process of the server, so those that wait are kept.
  const { pool, db, end } = openPool(
    { connectionString: url, max: poolSize, idleTimeoutMillis: 0 },
    { ...console, debug() {} },
  )
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

/** The run's server if there is a run (`run.setup.ts`); otherwise one of this process. */
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
