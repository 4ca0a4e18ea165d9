/**
 * The PostgreSQL servers of the tests: the embedded one, and the machine's own from DATABASE_URL_TEST, often
 * of an older release. Each has a template database with the present schema, which is copied for every test
 * file. All names carry the pid of the run, so that a later run can remove the remains of a killed one.
 */
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../backend/db/embedded'
import { isAlive, serversIn, signal } from '../../backend/db/embedded/processes'
import { until } from '../../backend/db/embedded/until'
import { migrate } from '../../backend/db/migrate'

export type TestServer = 'embedded' | 'machine'

export type SharedServer = {
  /** The server's first database, from which others are created and dropped. */
  adminUrl: string
  /** The template with the schema. */
  template: string
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Names of this machine's runs; several machines may share a database server. */
const machineTag = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
const databasePrefix = `tideline_test_${machineTag}_`
const folderPrefix = 'tideline-test-'

/** A name for a database of this run. */
export function databaseName(label: string): string {
  return `${databasePrefix}${process.pid}_${label}`
}

/** Starts (or connects to) a server and creates its template. `stop` removes everything. */
export async function startSharedServer(
  server: TestServer,
): Promise<SharedServer & { stop(): Promise<void> }> {
  const { adminUrl, stop } = server === 'embedded' ? await startEmbedded() : await reachMachine()
  const template = databaseName('template')
  try {
    await onDatabase(adminUrl, (client) => client.query(`create database ${template}`))
    const pool = new pg.Pool({ connectionString: urlOf(adminUrl, template), max: 1 })
    try {
      await migrate(pool)
    } finally {
      await pool.end()
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { adminUrl, template, stop }
}

/** The address of another database of the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = database
  return url.href
}

/** Runs on one connection that is closed afterwards. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function startEmbedded() {
  await clearFolders()
  const dataDir = temporaryFolder()
  // Test data need not survive a power cut, and every database of every worker keeps its connections.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
  return {
    adminUrl: `postgres://app@${encodeURIComponent(embedded.socketDir)}/postgres`,
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function reachMachine() {
  const adminUrl = process.env.DATABASE_URL_TEST
  if (!adminUrl) throw new Error('DATABASE_URL_TEST names the PostgreSQL of the machine, and is not set')
  const dropOurs = (isOurs: (pid: number) => boolean) => dropDatabases(adminUrl, isOurs)
  await dropOurs((pid) => !isAlive(pid))
  return { adminUrl, stop: () => dropOurs((pid) => pid === process.pid) }
}

/** Drops the databases of the runs that are selected by their pid. */
async function dropDatabases(adminUrl: string, chosen: (pid: number) => boolean): Promise<void> {
  await onDatabase(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
    for (const { datname } of rows) {
      if (
        !datname.startsWith(databasePrefix) ||
        !chosen(Number.parseInt(datname.slice(databasePrefix.length), 10))
      )
        continue
      await client.query(`drop database if exists ${datname} with (force)`)
    }
  })
}

/** Creates an empty folder that PostgreSQL's own user may enter. The caller removes it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Stops the servers of killed runs and removes their folders, except those of other users. */
async function clearFolders(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(folderPrefix) || isAlive(Number.parseInt(name.slice(folderPrefix.length), 10)))
      continue
    const folder = join(tmpdir(), name)
    if (!isOurs(folder)) continue
    const running = async () => serversIn(join(folder, 'postgres'))
    for (const pid of await running()) signal(pid, 'SIGQUIT')
    await until(async () => (await running()).length === 0, 5_000)
    await rm(folder, { recursive: true, force: true })
  }
}

function isOurs(path: string): boolean {
  const user = process.getuid?.()
  return user === undefined || statSync(path, { throwIfNoEntry: false })?.uid === user
}
