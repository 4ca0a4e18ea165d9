/**
 * The backend's way to its database: a PostgreSQL of yours by its address, or the embedded one on a folder. Both
 * give the same pool, so that nothing above knows which it is. Invariants: a server that restarts costs
 * the requests in flight and never the process, so no connection is without an error handler, idle or not.
 */
import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Tracing } from '~/telemetry/tracing.server'
import { traceQueries } from './trace-queries'
import { type Log } from './embedded/log'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded'
import { sendTogether } from './pipelining'

/** Queries on the pool, or within a transaction of it. */
export type Db = NodePgDatabase

export type Database = {
  pool: pg.Pool
  db: Db
  /** The server, where it is the embedded one. */
  embedded: EmbeddedPostgres | undefined
  /** Ends the pool and then the embedded server. Connections still in use after `closeLimitMs` are left to end. */
  close: () => Promise<void>
}

export type ConnectOptions = {
  log: Log
  /** Connections held at most; the embedded server takes 25. */
  poolSize?: number
  tracing?: Tracing | null
} & ({ databaseUrl: string; dataDir?: undefined } | { databaseUrl?: undefined; dataDir: string })

const connectLimitMs = 5_000
const closeLimitMs = 10_000
/** Longer than any wait that is not a mistake: one that never ended would hold its connection for good. */
const lockLimitMs = 60_000

/**
 * Opens the database; the embedded server is started first. Throws what `startEmbeddedPostgres` throws, or pg's
 * error when `databaseUrl` can't be reached.
 */
export async function connect({
  databaseUrl,
  dataDir,
  log,
  poolSize = 12,
  tracing,
}: ConnectOptions): Promise<Database> {
  if (databaseUrl !== undefined) {
    const opened = openPool({ connectionString: databaseUrl, max: poolSize }, log, tracing)
    try {
      await opened.pool.query('select 1')
    } catch (error) {
      await opened.end()
      throw error
    }
    return { pool: opened.pool, db: opened.db, embedded: undefined, close: opened.end }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log })
  const { pool, db, end } = openPool({ ...embedded.connection, max: poolSize }, log, tracing)
  return {
    pool,
    db,
    embedded,
    close: async () => {
      await end()
      await embedded.stop()
    },
  }
}

/** A pool that outlives its server, and drizzle on it. `end` can be called more than once. */
export function openPool(config: pg.PoolConfig, log: Log, tracing?: Tracing | null) {
  const pool = new pg.Pool({
    connectionTimeoutMillis: connectLimitMs,
    lock_timeout: lockLimitMs,
    idle_in_transaction_session_timeout: lockLimitMs,
    pipeline: true,
    ...config,
  })
  const lost = (error: Error) => log.warn({ reason: error.message }, 'a database connection was lost')
  pool.on('error', lost)
  // The pool listens to idle connections only; one lost between two statements of a transaction would end us.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    sendTogether(client, pg.Client)
    if (tracing) traceQueries(client, tracing)
  })
  if (tracing) traceQueries(pool, tracing)
  let ended: Promise<void> | undefined
  return {
    pool,
    db: drizzle({ client: pool }) as Db,
    end: () => (ended ??= withinLimit(pool.end())),
  }
}

/** `pool.end()` waits for every connection to be given back, which a hanging request may never do. */
async function withinLimit(ending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeLimitMs)))
  await Promise.race([ending, limit])
  clearTimeout(timer)
}
