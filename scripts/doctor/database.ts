import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { DataFolderInUse, startEmbeddedPostgres } from '../../backend/db/embedded'
import { platformPackage } from '../../backend/db/embedded/binaries'
import { migrationsFolder } from '../../backend/db/migrate'
import { refuseDemoData } from '../../backend/demo/begin'
import { runningServer } from '../../backend/backup/source'
import { type BackendEnv } from '../../backend/env'
import { isLoopback } from '../../backend/outbox/loopback'
import { clockFinding } from './clock-skew'
import { type Finding, findingsOf, reasonOf, within } from './finding'
import { folderFinding } from './folders'

/** A database that answers, while it is examined. */
export interface OpenDatabase {
  client: pg.Client
  connection: pg.ClientConfig
}

type Examine = (open: OpenDatabase | null) => Promise<Finding[]>

const limitMs = 5_000
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const found = findingsOf('database')
const oldestVersion = 150_000
/** Of one backend: its pool and the connection that listens. */
const connectionsNeeded = 13

/**
 * Opens the database, examines it, and hands it on to what needs one. The embedded one is started for that if it was
 * made already and does not run; it is not made here.
 */
export async function examineDatabase(env: BackendEnv, now: () => number, also: Examine): Promise<Finding[]> {
  if (env.databaseUrl === null) return examineEmbedded(env, now, also)
  const connection = { connectionString: env.databaseUrl }
  return withClient(connection, async (open) => [
    ...(open === null ? [] : await examineOpen(open, env, now)),
    ...(await also(open)),
  ])
}

async function examineEmbedded(env: BackendEnv, now: () => number, also: Examine): Promise<Finding[]> {
  const { dataDir } = env
  const made = await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').catch(() => null)
  if (made === null && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    const folder = await folderFinding('database', dataDir, 'DATA_DIR')
    const ready = found.ok('the embedded database is made at the first start')
    return [folder.outcome === 'ok' ? packageFinding(ready) : folder, ...(await also(null))]
  }
  const examineAt = (connection: pg.ClientConfig) =>
    withClient(connection, async (open) => [
      ...(open === null ? [] : await examineOpen(open, env, now)),
      ...(await also(open)),
    ])
  const running = await runningServer(dataDir)
  if (running) return examineAt(running)
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, log: quiet })
    try {
      return await examineAt(embedded.connection)
    } finally {
      await embedded.stop()
    }
  } catch (error) {
    const finding =
      error instanceof DataFolderInUse
        ? found.skipped(
            'the product is starting or stopping on DATA_DIR, and its embedded database belongs to it alone',
          )
        : found.failure(`the embedded database does not start: ${reasonOf(error)}`)
    return [finding, ...(await also(null))]
  }
}

function packageFinding(ready: Finding): Finding {
  try {
    platformPackage()
    return ready
  } catch (error) {
    return found.failure(reasonOf((error as Error).message))
  }
}

async function withClient(
  connection: pg.ClientConfig,
  examine: (open: OpenDatabase | null) => Promise<Finding[]>,
): Promise<Finding[]> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: limitMs,
    query_timeout: 2 * limitMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    return [found.failure(`it can't be reached: ${reasonOf(error)}`), ...(await examine(null))]
  }
  try {
    return await examine({ client, connection })
  } finally {
    await client.end()
  }
}

async function examineOpen(open: OpenDatabase, env: BackendEnv, now: () => number): Promise<Finding[]> {
  const findings: Finding[] = []
  // One after the other: each is a question on the one connection, and one that fails leaves the others.
  for (const examine of [serverOf, roomOf, rightsOf, schemaOf, demonstrationOf, listeningOf, clockOf]) {
    try {
      findings.push(...(await examine(open, env, now)))
    } catch (error) {
      findings.push(found.failure(reasonOf(error)))
    }
  }
  return findings
}

async function serverOf({ client }: OpenDatabase, { databaseUrl }: BackendEnv): Promise<Finding[]> {
  const { rows } = await client.query<Record<string, string> & { recovering: boolean; encrypted: boolean }>(`
    select current_setting('server_version_num') as version, current_setting('server_version') as shown,
      current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('transaction_read_only') as read_only, pg_is_in_recovery() as recovering,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted`)
  const server = rows[0]! // a select without a table has one row
  const { version, shown, encoding } = server
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => server[name] === 'off')
  const isElsewhere = databaseUrl !== null && !isHere(databaseUrl)
  return [
    Number(version) >= oldestVersion
      ? found.ok(`PostgreSQL ${shown} answers`)
      : found.failure(`it is PostgreSQL ${shown}, and 15 is the oldest that will do`),
    ...(encoding === 'UTF8' ? [] : [found.failure(`its encoding is ${encoding} and has to be UTF8`)]),
    ...(server.recovering || server.read_only === 'on'
      ? [found.failure('it can only be read from: it is a standby, or its role is set to reading')]
      : []),
    ...(unsafe.length > 0
      ? [found.warning(`what was acknowledged may be lost in a crash: ${unsafe.join(', ')} is off`)]
      : []),
    ...(isElsewhere && !server.encrypted
      ? [found.warning('the connection to another machine is not encrypted: add sslmode=verify-full')]
      : []),
  ]
}

function isHere(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  return (
    isLoopback(hostname) || hostname.startsWith('%2F') || searchParams.get('host')?.startsWith('/') === true
  )
}

async function roomOf({ client }: OpenDatabase): Promise<Finding[]> {
  const { rows } = await client.query<{ free: number; bound: number }>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as free,
      (select rolconnlimit from pg_roles where rolname = current_user) as bound`)
  const { free, bound } = rows[0]!
  const left = bound < 0 ? free : Math.min(free, bound)
  if (left >= connectionsNeeded) return []
  return [
    found.warning(
      `${Math.max(left, 0)} connections are free, and a backend opens up to ${connectionsNeeded}`,
    ),
  ]
}

/** Tries in a transaction, which leaves nothing, what the migrations do. */
async function rightsOf({ client }: OpenDatabase): Promise<Finding[]> {
  const name = `tideline_doctor_${randomBytes(4).toString('hex')}`
  const { rows: others } = await client.query<{ tablename: string }>(`
    select tablename from pg_tables
    where schemaname in ('public', 'drizzle') and not pg_has_role(current_user, tableowner, 'usage') limit 3`)
  if (others.length > 0) {
    const names = others.map(({ tablename }) => tablename).join(', ')
    return [found.failure(`tables of another role stand in it (${names} …): migrations can't change them`)]
  }
  await client.query('begin')
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select exists (select from pg_namespace where nspname = 'drizzle') as there`,
    )
    if (!rows[0]!.there) await client.query('create schema drizzle')
    await client.query(`create table drizzle.${name} (id int)`)
    await client.query(`create table public.${name} (id int primary key, of int references public.${name})`)
    await client.query(`create index on public.${name} (of)`)
    await client.query(
      `create function public.${name}() returns trigger language plpgsql as $$ begin return new; end $$`,
    )
    await client.query(
      `create trigger t before insert on public.${name} for each row execute function public.${name}()`,
    )
    await client.query(`insert into public.${name} values (1, 1)`)
    await client.query(`select pg_advisory_xact_lock(0)`)
    return [found.ok('its role may do what migrations do')]
  } catch (error) {
    return [found.failure(`its role may not do what migrations do: ${reasonOf(error)}`)]
  } finally {
    await client.query('rollback')
  }
}

async function schemaOf({ client }: OpenDatabase): Promise<Finding[]> {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  const { rows: tables } = await client.query<{ migrated: boolean; tables: number }>(`
    select to_regclass('drizzle.__drizzle_migrations') is not null as migrated,
      (select count(*) from pg_tables where schemaname = 'public')::int as tables`)
  const { migrated, tables: count } = tables[0]!
  if (!migrated) {
    if (count === 0) return [found.ok('it is empty: the first start makes the schema')]
    return [found.failure('it holds tables of something else: Tideline needs a database of its own')]
  }
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  )
  const last = Number(rows.at(-1)?.created_at ?? 0)
  const newest = known.at(-1) ?? 0
  if (last > newest) return [found.warning('its schema is of a later release than this one')]
  const waiting = known.filter((millis) => millis > last).length
  return [
    waiting === 0
      ? found.ok('its schema is that of this release')
      : found.ok(`${waiting} migrations run at the next start: take a backup before it`),
  ]
}

async function demonstrationOf({ client }: OpenDatabase, { demo }: BackendEnv): Promise<Finding[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.settings') is not null and to_regclass('public.users') is not null as there`,
  )
  if (!rows[0]!.there) return []
  const holdsDemo = await refuseDemoData(drizzle({ client })).then(
    () => null,
    (error: Error) => error.message,
  )
  if (!demo) return holdsDemo === null ? [] : [found.failure(holdsDemo)]
  const { rows: accounts } = await client.query<{ any: boolean }>('select exists (select from users) as any')
  if (holdsDemo !== null || !accounts[0]!.any) return []
  return [found.failure('DEMO=1 needs a database of its own, and this one holds accounts')]
}

/** A pooler in transaction mode takes LISTEN and never delivers. */
async function listeningOf({ connection, client }: OpenDatabase): Promise<Finding[]> {
  const channel = `tideline_doctor_${randomBytes(4).toString('hex')}`
  const listener = new pg.Client({ ...connection, connectionTimeoutMillis: limitMs, query_timeout: limitMs })
  listener.on('error', () => undefined)
  try {
    await listener.connect()
    const arrived = new Promise<void>((resolve) =>
      listener.on('notification', (message) => message.channel === channel && resolve()),
    )
    await listener.query(`listen ${channel}`)
    await client.query(`notify ${channel}`)
    await within(limitMs / 2, arrived)
    return [found.ok('LISTEN hears what another connection announces')]
  } catch (error) {
    return [
      found.failure(
        `LISTEN hears nothing (${reasonOf(error)}): a pooler in transaction mode does that; give the address of the server itself`,
      ),
    ]
  } finally {
    await listener.end().catch(() => undefined)
  }
}

async function clockOf({ client }: OpenDatabase, _env: BackendEnv, now: () => number): Promise<Finding[]> {
  const askedAtMs = now()
  const { rows } = await client.query<{ at: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as at',
  )
  return [
    clockFinding({
      ...{ of: 'database', askedAtMs, answeredAtMs: now(), exactToMs: 1 },
      theirsMs: Number(rows[0]!.at),
    }),
  ]
}
