import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/postgres'
import { type Database, connect } from './connect'
import { DataFolderInUse, startEmbeddedPostgres } from './embedded'
import { serversIn } from './embedded/processes'
import { until } from './embedded/until'

const asRoot = process.getuid?.() === 0
const folders: string[] = []
/** Filled by the first test and used by those that need an existing database. */
const dataDir = folder()
const cluster = join(dataDir, 'postgres')

afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))))

test('the first start creates a database that runs as another user and listens only on its own socket', async () => {
  const { pool } = await open(dataDir)
  await pool.query('create table kept (word text)')
  await pool.query(`insert into kept values ('from the first start')`)

  expect(modeOf(cluster)).toBe(0o700)
  expect(modeOf(join(cluster, '.s.PGSQL.5432'))).toBe(0o700)
  const { rows } = await pool.query(
    `select current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding,
            current_setting('fsync') as fsync, current_setting('TimeZone') as zone`,
  )
  expect(rows).toEqual([{ tcp: '', encoding: 'UTF8', fsync: 'on', zone: 'UTC' }])
  // PostgreSQL itself refuses to run as root or as any user but the folder's owner.
  expect(statSync(cluster).uid === process.getuid?.()).toBe(!asRoot)
})

test('a second start reuses the data', async () => {
  const { pool } = await open(dataDir)
  expect((await pool.query('select word from kept')).rows).toEqual([{ word: 'from the first start' }])
})

test('a killed server is restarted and has every commit that it acknowledged', async () => {
  const { pool, embedded } = await open(dataDir)
  const crashes: (number | null)[] = []
  embedded?.onCrash(({ restartInMs }) => crashes.push(restartInMs))
  await pool.query('create table counted (n int primary key)')
  const killed = embedded?.pid ?? 0
  let acknowledged = 0
  const writing = (async () => {
    for (;;) {
      await pool.query('insert into counted values ($1)', [acknowledged + 1])
      acknowledged += 1
      if (acknowledged === 50) process.kill(killed, 'SIGKILL')
    }
  })()
  await expect(writing).rejects.toThrow()

  expect(await until(() => answers(pool), 20_000)).toBe(true)
  const { rows } = await pool.query<{ n: number }>('select max(n) as n from counted')
  // One more may have been written whose answer was in flight.
  expect([acknowledged, acknowledged + 1]).toContain(rows[0]?.n)
  expect(acknowledged).toBeGreaterThanOrEqual(50)
  expect(crashes).toEqual([100])
  // It accepts connections a moment before the start is reported.
  expect(await until(() => embedded?.pid !== killed, 5_000)).toBe(true)
})

test('after its process was killed, a start stops the orphan and has every acknowledged commit', async () => {
  const owner = await startOwner(dataDir)
  expect(await until(() => owner.acknowledged() > 50, 10_000)).toBe(true)
  await kill(owner.child)
  expect(await serversIn(cluster)).toContain(owner.postgres)

  const { pool, embedded } = await open(dataDir)
  expect(await serversIn(cluster)).toContain(embedded?.pid)
  expect(await serversIn(cluster)).not.toContain(owner.postgres)
  const { rows } = await pool.query<{ n: number }>('select max(n) as n from written')
  expect([owner.acknowledged(), owner.acknowledged() + 1]).toContain(rows[0]?.n)
})

test('after process and server were both killed, a start has every acknowledged commit', async () => {
  const owner = await startOwner(dataDir)
  expect(await until(() => owner.acknowledged() > 50, 10_000)).toBe(true)
  await kill(owner.child)
  process.kill(owner.postgres, 'SIGKILL')

  const { pool } = await open(dataDir)
  const { rows } = await pool.query<{ n: number }>('select max(n) as n from written')
  expect([owner.acknowledged(), owner.acknowledged() + 1]).toContain(rows[0]?.n)
})

test('a second instance on the same folder is refused with a clear message and the first is not disturbed', async () => {
  const { pool } = await open(dataDir)
  const second = startEmbeddedPostgres({ dataDir, log: quiet })
  await expect(second).rejects.toThrow(DataFolderInUse)
  await expect(second).rejects.toThrow('in use by another running instance')
  expect(await answers(pool)).toBe(true)
})

test('a stale pid file with the pid of another running process does not prevent a start, and that process is not touched', async () => {
  const { uid, gid } = statSync(cluster)
  const stranger = spawn('cat', [], { ...(asRoot && { uid, gid }), stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(() => void stranger.kill())
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    writeFileSync(join(cluster, name), `${stranger.pid}\n${cluster}\n1790000000\n5432\n${cluster}\n`)
  }
  const { pool } = await open(dataDir)
  expect(await answers(pool)).toBe(true)
  expect(stranger.exitCode ?? stranger.signalCode).toBe(null)
})

test('a pid file that a power cut left empty does not prevent a start', async () => {
  writeFileSync(join(cluster, 'postmaster.pid'), '')
  const { pool } = await open(dataDir)
  expect(await answers(pool)).toBe(true)
})

test('a first start that was killed half-way leaves nothing that makes the next one fail', async () => {
  const fresh = folder()
  const owner = runOwner(fresh)
  const unfinished = () => readdirSync(fresh).filter((name) => name.startsWith('postgres.initdb-'))
  const half = () => unfinished().some((name) => existsSync(join(fresh, name, 'PG_VERSION')))
  expect(await until(half, 15_000, 2)).toBe(true)
  await kill(owner)
  expect(existsSync(join(fresh, 'postgres'))).toBe(false)

  const { pool } = await open(fresh)
  expect(await answers(pool)).toBe(true)
  expect(unfinished()).toEqual([])
})

test('a folder whose path is too long for a socket gets a private one, which is removed after the stop', async () => {
  const long = join(folder(), 'a'.repeat(60), 'b'.repeat(60))
  const { embedded, pool, close } = await open(long)
  const socketDir = embedded?.socketDir ?? ''
  expect(Buffer.byteLength(join(socketDir, '.s.PGSQL.5432'))).toBeLessThanOrEqual(103)
  expect(modeOf(socketDir)).toBe(0o700)
  expect(modeOf(join(long, '..'))).toBe(0o755)
  expect(await answers(pool)).toBe(true)
  await close()
  expect(existsSync(socketDir)).toBe(false)
})

test('a folder with other contents is refused and left as it is', async () => {
  const other = folder()
  mkdirSync(join(other, 'postgres'))
  writeFileSync(join(other, 'postgres', 'letter.txt'), 'dear')
  await expect(startEmbeddedPostgres({ dataDir: other, log: quiet })).rejects.toThrow('not a database')
  expect(readFileSync(join(other, 'postgres', 'letter.txt'), 'utf8')).toBe('dear')
})

test.runIf(asRoot)(
  "a data folder that the service user can't enter is refused with the name of its setting",
  async () => {
    const closed = folder()
    chmodSync(closed, 0o700)
    await expect(startEmbeddedPostgres({ dataDir: join(closed, 'data'), log: quiet })).rejects.toThrow(
      'DATA_DIR',
    )
  },
)

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

function folder(): string {
  const path = temporaryFolder()
  folders.push(path)
  return path
}

/** A database that is closed with its test. */
async function open(at: string): Promise<Database> {
  const database = await connect({ dataDir: at, log: quiet })
  onTestFinished(() => database.close())
  return database
}

function answers(pool: pg.Pool): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}

/**
 * A process of its own that owns the folder and writes to it; killed at the end of its test at the latest.
 */
function runOwner(at: string): ChildProcess {
  const program = join(import.meta.dirname, '../../tests/support/embedded-owner.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, at], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function startOwner(at: string) {
  const child = runOwner(at)
  let postgres = 0
  let acknowledged = 0
  // stdout is a pipe of this child: the spawn options set it.
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (line.startsWith('ready ')) postgres = Number(line.slice('ready '.length))
    else acknowledged = Number(line)
  })
  expect(await until(() => postgres > 0, 20_000)).toBe(true)
  return { child, postgres, acknowledged: () => acknowledged }
}

/** `kill -9`, until the process is gone and all its output is read. */
async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}
