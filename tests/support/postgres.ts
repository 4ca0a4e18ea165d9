import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { type Db, openPool } from '../../backend/db/connect'
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
 * The servers a suite is run on: `describe.each(testServers)('… on the %s PostgreSQL', (server) => …)`. The
 * machine's own takes part where DATABASE_URL_TEST names it; `npm test` looks for one.
 */
export const testServers: TestServer[] = process.env.DATABASE_URL_TEST
  ? ['embedded', 'machine']
  : ['embedded']

export type TestDatabase = {
  /** For a backend of its own process (`DATABASE_URL`). */
  url: string
  pool: pg.Pool
  db: Db
  /** Ends the pool and drops the database, whoever is still connected. */
  drop: () => Promise<void>
}

let made = 0

/** An empty database of the present schema, this caller's alone. Made in tens of milliseconds once a server runs. */
export async function testDatabase({
  server = 'embedded',
}: { server?: TestServer } = {}): Promise<TestDatabase> {
  const shared = await sharedServer(server)
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

/** The run's server where the run has one (`postgres.setup.ts`); otherwise one of this process. */
async function sharedServer(server: TestServer): Promise<Borrowed> {
  const socketPath = process.env.TEST_POSTGRES_SOCKET
  return socketPath ? { ...(await ask(socketPath, server)), done: async () => {} } : ownServer(server)
}

async function ask(socketPath: string, server: TestServer): Promise<SharedServer> {
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request({ socketPath, path: `/${server}` }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
      .once('error', reject)
      .end()
  })
  if (answer.status !== 200) throw new Error(`The ${server} test server could not be started: ${answer.body}`)
  return JSON.parse(answer.body) as SharedServer
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
