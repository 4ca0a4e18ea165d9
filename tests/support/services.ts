import { createConnection } from 'node:net'
import { Client } from 'pg'

/**
 * The servers that some tests need beside what npm brings: a PostgreSQL of the machine's own, an older one than
 * the embedded, and a Redis. Where one is missing its tests are left out, and the run says so.
 */
export interface Services {
  databaseUrl: string | null
  redisUrl: string | null
}

const defaultDatabase = 'postgres://postgres@127.0.0.1:5432/postgres'
const defaultRedis = 'redis://127.0.0.1:6379'

export async function findServices(env: NodeJS.ProcessEnv = process.env): Promise<Services> {
  const databaseUrl = env['DATABASE_URL_TEST'] ?? defaultDatabase
  const redisUrl = env['REDIS_URL_TEST'] ?? defaultRedis
  const [database, redis] = await Promise.all([postgresAnswers(databaseUrl), redisAnswers(redisUrl)])
  return { databaseUrl: database ? databaseUrl : null, redisUrl: redis ? redisUrl : null }
}

async function postgresAnswers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    // Each test file makes a database of its own, so an account that may not is as good as none.
    const { rows } = await client.query<{ allowed: boolean }>(
      'select rolcreatedb or rolsuper as allowed from pg_roles where rolname = current_user',
    )
    return rows[0]?.allowed === true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function redisAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port || 6379), timeout: 2_000 })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => settle(/^\+PONG|^-NOAUTH/.test(data.toString())))
    socket.once('timeout', () => settle(false))
    socket.once('error', () => settle(false))
  })
}
