import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { removeOld } from '../backend/backup/folder'
import { moveDatabase } from '../backend/backup/move'
import { restoreBackup } from '../backend/backup/restore'
import { sealedTextsIn } from '../backend/backup/sealed-texts'
import { connected, withSnapshot } from '../backend/backup/snapshot'
import { type BackupOptions, takeBackup } from '../backend/backup/take'
import { differences, tablesOf } from '../backend/backup/tables'
import { startEmbeddedPostgres } from '../backend/db/embedded'
import { openPool } from '../backend/db/connect'
import { migrate } from '../backend/db/migrate'
import { ledgerEntries } from '../backend/db/schema/ledger'
import { house } from '../backend/domain/ledger'
import { writeEntries } from '../backend/funds/write-entries'
import { checkAuditChain } from '../backend/operator/audit-chain'
import { recordAudit } from '../backend/operator/audit'
import { folderStore } from '../backend/storage/folder'
import { createSeal } from '../backend/storage/seal'
import { sealedStorage } from '../backend/storage/sealed-storage'
import { hire, operatorContextOf } from './support/operator-context'
import { type TestDatabase, temporaryFolder, testDatabase, testServers } from './support/postgres'

/** Backup, restore and move: what comes back is what there was, or nothing does. */

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const secret = Buffer.from('3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=', 'base64')
const release = '0.0.0'
const unsafe = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

let source: TestDatabase
let investorId: string
beforeAll(async () => {
  source = await testDatabase({ server: testServers.at(-1)! })
  investorId = await addInvestor(source)
  const operator = await hire(source.db)
  for (const id of ['p1', 'p2', 'p3'])
    await recordAudit(source.db, operatorContextOf(operator), { verb: 'review', kind: 'payment', id })
  for (let n = 0; n < 5; n++) await book(source, `first-${n}`)
})
afterAll(() => source.drop())

let count = 0
/** An empty database of the same server. */
async function emptyDatabase(of = source): Promise<{ url: string; open: () => TestDatabase }> {
  const name = `${new URL(of.url).pathname.slice(1)}_restored_${++count}`
  await of.pool.query(`create database ${name} template template0`)
  const url = new URL(of.url)
  url.pathname = name
  const pools: { end(): Promise<void> }[] = []
  onTestFinished(async () => {
    for (const pool of pools) await pool.end()
    await of.pool.query(`drop database ${name} with (force)`)
  })
  return {
    url: url.href,
    open() {
      const opened = openPool({ connectionString: url.href, max: 2 }, quiet)
      pools.push(opened)
      return { ...opened, url: url.href, drop: () => Promise.resolve() }
    },
  }
}

const { entries: migrationEntries } = JSON.parse(
  readFileSync('backend/db/migrations/meta/_journal.json', 'utf8'),
) as { entries: { tag: string }[] }
const migrationNames = migrationEntries.map(({ tag }) => tag)

/** A database of an earlier release. @param countOf how many migrations it had */
async function earlierDatabase(countOf: (names: string[]) => number): Promise<TestDatabase> {
  const folder = join(temporaryFolder(), 'earlier')
  cpSync('backend/db/migrations', folder, { recursive: true })
  const journalFile = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: object[] }
  const entries = journal.entries.slice(0, countOf(migrationNames))
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries }))
  const opened = (await emptyDatabase()).open()
  await migrate(opened.pool, folder)
  return opened
}

async function addInvestor({ pool }: TestDatabase): Promise<string> {
  const id = `u-${randomBytes(4).toString('hex')}`
  await pool.query(
    `insert into users (id, login, password_hash, role, registered_at) values ($1, $1, 'x', 'investor', now())`,
    [id],
  )
  return id
}

/** One entry of the ledger, with text that a careless copy would break. */
async function book({ db }: TestDatabase, event: string): Promise<void> {
  await db.transaction((tx) =>
    writeEntries(tx, [
      {
        ...{ id: `e-${event}`, eventId: event, type: 'correction', userId: investorId },
        reference: null,
        reason: 'tab\t, new\nline, back\\slash, «кавычки» and \\N',
        occurredAt: new Date('2026-01-31T09:00:00.123Z'),
        lines: [
          { account: house('outside', 'USDT'), amount: '-1.000001', type: 'correction', balanceAfter: null },
          { account: house('yield', 'USDT'), amount: '1.000001', type: 'correction', balanceAfter: null },
        ],
      },
    ]),
  )
}

async function addFile(database: TestDatabase, store: Awaited<ReturnType<typeof folderStore>>, id: string) {
  const content = randomBytes(70_000)
  await sealedStorage(store, secret).write(id, Readable.from([content]))
  await database.pool.query(
    `insert into stored_files (id, owner, owner_id, field, media_type, bytes, charged_bytes, stored_at, received_at, erase_after)
     values ($1, 'verification', 'v1', 'front', 'image/png', $2, $2, now(), now(), now() + interval '1 day')`,
    [id, content.length],
  )
  return content
}

async function options(change: Partial<BackupOptions> = {}): Promise<BackupOptions> {
  return {
    connection: { connectionString: source.url },
    store: await folderStore(join(temporaryFolder(), 'files')),
    secret,
    parent: join(temporaryFolder(), 'backups'),
    release,
    isTried: false,
    ...change,
  }
}
async function restored(
  place: string,
  change: { store?: BackupOptions['store']; secret?: Buffer | null; release?: string } = {},
) {
  const target = await emptyDatabase()
  const store = change.store ?? (await folderStore(join(temporaryFolder(), 'files')))
  const given = change.secret === undefined ? secret : change.secret
  const connection = { connectionString: target.url }
  const outcome = await restoreBackup({
    ...{ place, connection, store, secret: given },
    release: change.release ?? release,
  })
  return { ...outcome, target: target.open(), store }
}
const totalsIn = (url: string) =>
  withSnapshot({ connectionString: url }, ({ totals, faults }) => Promise.resolve({ totals, faults }))

describe('a backup', () => {
  it('holds one moment while others write, and comes back with every sum', async () => {
    let isTaking = true
    const writers = Array.from({ length: 3 }, async (_, writer) => {
      for (let n = 0; isTaking; n++) await book(source, `during-${writer}-${n}`)
    })
    const { place, manifest } = await takeBackup(await options())
    isTaking = false
    await Promise.all(writers)

    const { target, loaded } = await restored(place)
    const after = await totalsIn(target.url)
    expect(differences(manifest.totals, after.totals)).toEqual([])
    expect(after.faults).toEqual([])
    expect(loaded.auditRecords).toBe(3)
    expect((await checkAuditChain(target.db)).broken).toBeNull()

    const entries = (database: TestDatabase) => database.db.$count(ledgerEntries)
    expect(await entries(source)).toBeGreaterThan(await entries(target))
    const { rows } = await target.pool.query<{ reason: string; occurred_at: Date }>(
      `select reason, occurred_at from ledger_entries where event_id = 'first-0'`,
    )
    expect(rows).toEqual([
      {
        reason: 'tab\t, new\nline, back\\slash, «кавычки» and \\N',
        occurred_at: new Date('2026-01-31T09:00:00.123Z'),
      },
    ])
  })

  it('is a product again: the guards stand, and the next entry follows the last', async () => {
    const { place } = await takeBackup(await options())
    const { target } = await restored(place)
    await expect(target.pool.query('delete from ledger_lines')).rejects.toThrow('append-only')
    await expect(target.pool.query(`update ledger_lines set user_id = 'nobody' where false`)).rejects.toThrow(
      'append-only',
    )
    await expect(
      target.pool.query(
        `insert into ledger_accounts (id, user_id, kind, currency) values ('a', 'no such user', 'balance', 'USDT')`,
      ),
    ).rejects.toThrow('foreign key')
    const last = async () =>
      (await target.pool.query<{ seq: string }>('select max(seq) as seq from ledger_lines')).rows[0]!.seq
    const before = Number(await last())
    await book(target, 'after-restore')
    expect(Number(await last())).toBe(before + 2)
    const { rows } = await target.pool.query<{ name: string }>(
      `select conname as name from pg_constraint where contype = 'f' order by 1`,
    )
    const { rows: expected } = await source.pool.query<{ name: string }>(
      `select conname as name from pg_constraint where contype = 'f' order by 1`,
    )
    expect(rows).toEqual(expected)
    expect(rows.length).toBeGreaterThan(10)
  })

  it('is closed to everybody else, and nothing of a failed one stays', async () => {
    const given = await options()
    const { place } = await takeBackup(given)
    expect(statSync(place).mode & 0o777).toBe(0o700)
    for (const file of ['manifest.json', 'tables/users.copy.gz'])
      expect(statSync(join(place, file)).mode & 0o777).toBe(0o600)
    const nothing = await emptyDatabase()
    await expect(takeBackup({ ...given, connection: { connectionString: nothing.url } })).rejects.toThrow(
      'holds nothing of Tideline',
    )
    expect(readdirSync(given.parent)).toHaveLength(1)
  })

  it('is tried by restoring it into a server of its own', async () => {
    const { loaded, manifest } = await takeBackup(await options({ isTried: true }))
    const rows = manifest.totals.reduce((sum, one) => sum + BigInt(one.rows), 0n)
    expect(loaded).toEqual({ rows, auditRecords: 3, faults: [] })
  })

  it('of a broken ledger is taken, says so, and comes back as it was', async () => {
    const broken = await testDatabase()
    onTestFinished(() => broken.drop())
    await broken.pool.query(
      `insert into ledger_accounts (id, kind, currency, balance) values ('house/fees/USDT', 'fees', 'USDT', 5)`,
    )
    const { place, manifest } = await takeBackup(
      await options({ connection: { connectionString: broken.url }, isTried: true }),
    )
    expect(manifest.faults).toEqual([
      { what: 'accounts whose balance is not the sum of their lines', count: 1 },
      { what: 'currencies whose accounts do not sum to zero', count: 1 },
    ])
    const { target } = await restored(place)
    expect((await totalsIn(target.url)).faults).toEqual(manifest.faults)
  })

  it('of a trail in which a record was changed is taken, says so, and comes back as it was', async () => {
    const broken = await testDatabase()
    onTestFinished(() => broken.drop())
    const operator = operatorContextOf(await hire(broken.db))
    for (const id of ['p1', 'p2'])
      await recordAudit(broken.db, operator, { verb: 'review', kind: 'payment', id })
    const client = await broken.pool.connect()
    await client.query("set session_replication_role = 'replica'")
    await client.query("update audit_records set action = 'payment.reject' where subject_id = 'p2'")
    client.release(true)
    const { place, manifest } = await takeBackup(
      await options({ connection: { connectionString: broken.url }, isTried: true }),
    )
    expect(manifest.faults).toEqual([{ what: 'break in the audit trail, at record 2 (changed)', count: 1 }])
    const { target } = await restored(place)
    expect((await totalsIn(target.url)).faults).toEqual(manifest.faults)
  })
})

describe('a restore', () => {
  let place: string
  beforeAll(async () => {
    ;({ place } = await takeBackup(await options()))
  })
  const copied = () => {
    const copy = join(temporaryFolder(), 'copy')
    cpSync(place, copy, { recursive: true })
    return copy
  }
  const refused = async (broken: string) => {
    const target = await emptyDatabase()
    const store = await folderStore(join(temporaryFolder(), 'files'))
    const restoring = restoreBackup({
      ...{ place: broken, connection: { connectionString: target.url }, store, secret, release },
    })
    const reason = await restoring.then(
      () => 'it was restored',
      (error: Error) => error.message,
    )
    // Nothing is left of it: the same place takes a whole one.
    await restoreBackup({ place, connection: { connectionString: target.url }, store, secret, release })
    expect((await target.open().pool.query('select from users')).rowCount).toBeGreaterThan(0)
    return reason
  }
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, never[]>

  it('overwrites nothing', async () => {
    const connection = { connectionString: source.url }
    const store = await folderStore(join(temporaryFolder(), 'files'))
    await expect(restoreBackup({ place, connection, store, secret, release })).rejects.toThrow('is not empty')
  })

  it('refuses rows that were changed, though they fit the hash that was changed with them', async () => {
    const copy = copied()
    const file = join(copy, 'tables', 'ledger_lines.copy.gz')
    const rows = gunzipSync(readFileSync(file)).toString()
    writeFileSync(file, gzipSync(rows.replace('1.000001', '1.000002')))
    expect(await refused(copy)).toMatch(/ledger_lines\.copy\.gz is damaged/)
    const { createHash } = await import('node:crypto')
    const sha256 = createHash('sha256').update(rows.replace('1.000001', '1.000002')).digest('hex')
    const manifest = readFileSync(join(copy, 'manifest.json'), 'utf8')
    const known = createHash('sha256').update(rows).digest('hex')
    writeFileSync(join(copy, 'manifest.json'), manifest.replace(known, sha256))
    expect(await refused(copy)).toMatch(/ledger_lines has another sum of amount/)
  })

  it('refuses a file that is cut short or gone', async () => {
    const cut = copied()
    const file = join(cut, 'tables', 'users.copy.gz')
    writeFileSync(file, readFileSync(file).subarray(0, -12))
    expect(await refused(cut)).not.toBe('it was restored')
    const gone = copied()
    rmSync(join(gone, 'tables', 'audit_chain.copy.gz'))
    expect(await refused(gone)).toMatch(/ENOENT/)
  })

  it('refuses a folder that is no whole backup, and a manifest that cannot be read', async () => {
    expect(await refused(temporaryFolder())).toMatch(/is no whole backup/)
    const torn = copied()
    writeFileSync(join(torn, 'manifest.json'), '{"format": "tideline-backup-1"')
    expect(await refused(torn)).toMatch(/damaged, or of another release/)
  })

  it('refuses a schema of a later release', async () => {
    const later = copied()
    const manifest = manifestOf(later)
    const text = JSON.stringify({ ...manifest, migrations: [...manifest.migrations!, 4_000_000_000_000] })
    writeFileSync(join(later, 'manifest.json'), text)
    expect(await refused(later)).toMatch(/not one that this release knows/)
  })

  it('brings one of an earlier release back as it was, and the next start brings it up to date', async () => {
    const earlier = await earlierDatabase(({ length }) => length - 3)
    await addInvestor(earlier)
    const { place: older, manifest } = await takeBackup(
      await options({ connection: { connectionString: earlier.url } }),
    )
    expect(manifest.migrations).toHaveLength(migrationNames.length - 3)
    const { target } = await restored(older)
    await migrate(target.pool)
    expect((await target.pool.query('select from drizzle.__drizzle_migrations')).rowCount).toBe(
      migrationNames.length,
    )
    expect((await target.pool.query('select from users')).rowCount).toBe(1)
  })

  it('takes the faults of another release for a warning, and of the same one for a difference', async () => {
    const broken = await testDatabase({ server: testServers.at(-1)! })
    onTestFinished(() => broken.drop())
    await broken.pool.query(
      `insert into ledger_accounts (id, kind, currency, balance) values ('house/fees/USDT', 'fees', 'USDT', 5)`,
    )
    const { place: reworded } = await takeBackup(
      await options({ connection: { connectionString: broken.url } }),
    )
    const manifest = JSON.stringify({
      ...manifestOf(reworded),
      faults: [{ what: 'balances that are not what was booked', count: 1 }],
    })
    writeFileSync(join(reworded, 'manifest.json'), manifest)
    expect(await refused(reworded)).toMatch(/^the ledger and the audit trail are not as they were/)

    const { loaded, target } = await restored(reworded, { release: '0.0.1' })
    const faults = [
      { what: 'accounts whose balance is not the sum of their lines', count: 1 },
      { what: 'currencies whose accounts do not sum to zero', count: 1 },
    ]
    expect(loaded.faults).toEqual(faults)
    expect((await totalsIn(target.url)).faults).toEqual(faults)

    const other = await emptyDatabase()
    const { out, code } = await command('restore', ['--from', reworded], {
      ...{ DATABASE_URL: other.url, STORAGE_SECRET: secret.toString('base64'), DATA_DIR: temporaryFolder() },
    })
    expect(out).toContain('WARNING: broken already: 1 balances that are not what was booked.\n')
    expect(out).toMatch(
      /WARNING: the backup is of release 0\.0\.0; \S+ finds broken in the same rows: 1 accounts whose .*; 1 currencies whose .*\.\n/,
    )
    expect(code).toBe(0)
  })
})

describe('what is sealed in the rows', () => {
  const seal = createSeal(secret)
  const addApp = (
    { pool }: TestDatabase,
    userId: string,
    { id = 'a1', sealed = seal.seal('JBSWY3DPEHPK3PXP', id) } = {},
  ) =>
    pool.query(
      `insert into second_factors (id, user_id, kind, name, secret_sealed, created_at, confirmed_at)
       values ($1, $2, 'totp', 'Phone', $3, now(), now())`,
      [id, userId, sealed],
    )
  const addNumber = ({ pool }: TestDatabase, userId: string) =>
    pool.query(
      `insert into verifications (id, user_id, full_name, birth_date, marital_status, document_number_sealed, submitted_at)
       values ('v1', $1, 'Anna', '1990-01-31', 'single', $2, now())`,
      [userId, seal.seal('LT 4509', 'v1')],
    )
  /** A company that has stored no file. */
  const company = async () => {
    const own = await testDatabase({ server: testServers.at(-1)! })
    onTestFinished(() => own.drop())
    return { own, userId: await addInvestor(own), connection: { connectionString: own.url } }
  }

  it.each([
    ['authenticator apps', addApp],
    ['document numbers', addNumber],
  ])('(%s) is restored with its secret alone, and else the database is left empty', async (kind, add) => {
    const { own, userId, connection } = await company()
    await add(own, userId)
    const { place, manifest } = await takeBackup(await options({ connection }))
    expect(manifest.files).toEqual([])

    const target = await emptyDatabase()
    const store = await folderStore(join(temporaryFolder(), 'files'))
    const restoring = (given: Buffer | null) =>
      restoreBackup({
        ...{ place, connection: { connectionString: target.url }, store, secret: given, release },
      })
    await expect(restoring(randomBytes(32))).rejects.toThrow(
      `STORAGE_SECRET does not open the ${kind}: they are damaged, or were sealed with another secret`,
    )
    await expect(restoring(null)).rejects.toThrow(`STORAGE_SECRET is needed: there are ${kind}, `)
    await restoring(secret)
    expect(differences(manifest.totals, (await totalsIn(target.url)).totals)).toEqual([])
  })

  it('is named kind by kind, and opened before a backup counts where its secret is known', async () => {
    const { own, userId, connection } = await company()
    await addApp(own, userId)
    await addNumber(own, userId)
    const wrong = await options({ connection, secret: randomBytes(32) })
    await expect(takeBackup(wrong)).rejects.toThrow(
      'does not open the authenticator apps and document numbers: ',
    )
    expect(existsSync(wrong.parent)).toBe(false)

    const { place } = await takeBackup(await options({ connection, secret: null }))
    await expect(restored(place, { secret: randomBytes(32) })).rejects.toThrow('does not open')
    await restored(place)
  })

  it('may have a damaged text, which says nothing about the secret', async () => {
    const { own, userId, connection } = await company()
    await addApp(own, userId)
    await addApp(own, userId, { id: 'a2', sealed: 'a' })
    const { place } = await takeBackup(await options({ connection }))
    await restored(place)
  })

  it('may be of a kind that an earlier release did not have', async () => {
    const earlier = await earlierDatabase((names) => names.indexOf('0020_second_factors'))
    const client = await connected({ connectionString: earlier.url })
    onTestFinished(() => client.end())
    const held = async () => sealedTextsIn(client, await tablesOf(client))
    expect(await held()).toEqual([])
    await addNumber(earlier, await addInvestor(earlier))
    expect((await held()).map(({ kind, texts }) => [kind, texts.length])).toEqual([['document numbers', 1]])
  })
})

describe('stored files', () => {
  it('come back as they were, and only with their secret', async () => {
    const own = await testDatabase()
    onTestFinished(() => own.drop())
    const store = await folderStore(join(temporaryFolder(), 'files'))
    const content = await addFile(own, store, 'f1')
    const given = await options({ connection: { connectionString: own.url }, store })
    const { place } = await takeBackup(given)
    expect(readFileSync(join(place, 'files', 'f1')).includes(content.subarray(0, 64))).toBe(false)
    const { store: target } = await restored(place)
    const stream = await sealedStorage(target, secret).read('f1')
    expect((await buffer(stream!)).equals(content)).toBe(true)
    await expect(restored(place, { secret: randomBytes(32) })).rejects.toThrow('another secret')
    await expect(restored(place, { secret: null })).rejects.toThrow('STORAGE_SECRET is needed')
    writeFileSync(join(place, 'files', 'f1'), randomBytes(100))
    await expect(restored(place)).rejects.toThrow('damaged')
  })

  it('that are missing or damaged fail a backup; one that was erased meanwhile does not', async () => {
    const own = await testDatabase()
    onTestFinished(() => own.drop())
    const store = await folderStore(join(temporaryFolder(), 'files'))
    await addFile(own, store, 'f1')
    await addFile(own, store, 'f2')
    const given = await options({ connection: { connectionString: own.url }, store })
    await store.remove('f1')
    await expect(takeBackup(given)).rejects.toThrow('f1 is missing')
    expect(readdirSync(given.parent)).toEqual([])

    const erasing = {
      ...store,
      async get(id: string) {
        if (id === 'f1') await own.pool.query(`update stored_files set erased_at = now() where id = 'f1'`)
        return store.get(id)
      },
    }
    const { erasedMeanwhile, manifest } = await takeBackup({ ...given, store: erasing })
    expect([erasedMeanwhile, manifest.files.map(({ id }) => id)]).toEqual([['f1'], ['f2']])

    await store.put('f2', Readable.from([randomBytes(70_000)]))
    await expect(takeBackup({ ...given, parent: temporaryFolder() })).rejects.toThrow('f2 is damaged')
  })
})

it('old backups are removed beyond a number, with what killed ones have left, and nothing else', async () => {
  const parent = temporaryFolder()
  const names = ['2026-01-01T04-00-00Z', '2026-01-02T04-00-00Z', '2026-01-03T04-00-00Z']
  for (const name of [
    ...names,
    '2026-01-02T05-00-00Z.part',
    '2026-01-04T04-00-00Z.part',
    'of-somebody',
    '2025',
  ])
    mkdirSync(join(parent, name))
  expect(await removeOld(parent, 2)).toEqual(['2026-01-01T04-00-00Z', '2026-01-02T05-00-00Z.part'])
  expect(readdirSync(parent).sort()).toEqual([
    '2025',
    ...['2026-01-02T04-00-00Z', '2026-01-03T04-00-00Z', '2026-01-04T04-00-00Z.part'],
    'of-somebody',
  ])
})

describe('a move from the embedded database', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = temporaryFolder()
    const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, settings: unsafe })
    const opened = openPool({ ...embedded.connection, max: 2 }, quiet)
    const database = { ...opened, url: '', drop: () => Promise.resolve() }
    try {
      await migrate(opened.pool)
      await opened.pool.query(
        `insert into users (id, login, password_hash, role, registered_at) values ($1, $1, 'x', 'investor', now())`,
        [investorId],
      )
      for (let n = 0; n < 3; n++) await book(database, `embedded-${n}`)
      writeFileSync(join(dataDir, 'storage-secret'), secret.toString('base64'))
      await addFile(database, await folderStore(join(dataDir, 'files')), 'paper')
    } finally {
      await opened.end()
      await embedded.stop()
    }
  })
  const configuration = (databaseUrl: string | null) => ({
    ...{ databaseUrl, dataDir, storageSecret: secret },
    storage: { kind: 'folder', folder: join(dataDir, 'files') } as const,
  })

  it('takes all of it along, and leaves the folder as it was', async () => {
    const target = await emptyDatabase()
    const moved = await moveDatabase(configuration(target.url))
    expect(moved).toMatchObject({ files: null, faults: '' })
    const after = await totalsIn(target.url)
    expect(after.totals.find(({ table }) => table === 'ledger_lines')).toMatchObject({
      rows: '6',
      sums: { amount: '0' },
    })
    const again = await emptyDatabase()
    await moveDatabase(configuration(again.url))
    expect(differences(after.totals, (await totalsIn(again.url)).totals)).toEqual([])
  })

  it('copies files where STORAGE_URL is another place', async () => {
    const target = await emptyDatabase()
    const folder = join(temporaryFolder(), 'shared')
    const moved = await moveDatabase({ ...configuration(target.url), storage: { kind: 'folder', folder } })
    expect(moved.files).toBe(1)
    const stream = await sealedStorage(await folderStore(folder), secret).read('paper')
    expect((await buffer(stream!)).length).toBe(70_000)
  })

  it('is refused where the secret does not open the authenticator apps, though all files stay', async () => {
    const own = temporaryFolder()
    const embedded = await startEmbeddedPostgres({ dataDir: own, log: quiet, settings: unsafe })
    const opened = openPool({ ...embedded.connection, max: 2 }, quiet)
    try {
      await migrate(opened.pool)
      const userId = await addInvestor({ ...opened, url: '', drop: () => Promise.resolve() })
      await opened.pool.query(
        `insert into second_factors (id, user_id, kind, name, secret_sealed, created_at, confirmed_at)
         values ('a1', $1, 'totp', 'Phone', $2, now(), now())`,
        [userId, createSeal(secret).seal('JBSWY3DPEHPK3PXP', 'a1')],
      )
    } finally {
      await opened.end()
      await embedded.stop()
    }
    const target = await emptyDatabase()
    const moving = (storageSecret: Buffer | null) =>
      moveDatabase({ ...configuration(target.url), dataDir: own, storageSecret })
    await expect(moving(randomBytes(32))).rejects.toThrow('does not open the authenticator apps: ')
    await expect(moving(null)).rejects.toThrow('STORAGE_SECRET is needed: there are authenticator apps, ')
    expect(await moving(secret)).toMatchObject({ files: null })
  })

  it('is refused with another secret, onto a database that is used, without one, and without data', async () => {
    const target = await emptyDatabase()
    const other = { ...configuration(target.url), storageSecret: randomBytes(32) }
    await expect(moveDatabase(other)).rejects.toThrow('STORAGE_SECRET is not the one')
    await expect(moveDatabase(configuration(source.url))).rejects.toThrow('is not empty')
    await expect(moveDatabase(configuration(null))).rejects.toThrow('DATABASE_URL')
    const nothing = { ...configuration(target.url), dataDir: temporaryFolder() }
    await expect(moveDatabase(nothing)).rejects.toThrow('holds no embedded database')
  })

  // Six programs start, one after the other.
  const startsMs = 300_000
  it('and a backup: the product may run for one and not for the other', { timeout: startsMs }, async () => {
    const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, settings: unsafe })
    onTestFinished(() => embedded.stop())
    const target = await emptyDatabase()
    await expect(moveDatabase(configuration(target.url))).rejects.toThrow(
      'in use by another running instance',
    )

    const parent = join(temporaryFolder(), 'backups')
    const taken = await command('backup', ['--to', parent, '--keep', '3'], { DATA_DIR: dataDir })
    expect(taken).toMatchObject({ code: 0, error: '' })
    expect(taken.out).toMatch(/1 files\.\nIt was restored into a server of its own: every sum is equal/)
    const [name = ''] = readdirSync(parent)
    const other = temporaryFolder()
    writeFileSync(join(other, 'storage-secret'), secret.toString('base64'))
    const back = await command('restore', ['--from', join(parent, name)], { DATA_DIR: other })
    expect(back).toMatchObject({ code: 0, error: '' })
    expect(back.out).toContain('1 files are back')
    expect(existsSync(join(other, 'files', 'paper'))).toBe(true)
    const twice = await command('restore', ['--from', join(parent, name)], { DATA_DIR: other })
    expect(twice).toMatchObject({ code: 1, error: expect.stringContaining('is not empty') as string })
    const moved = await command('move', [], { DATABASE_URL: target.url, DATA_DIR: other, DEMO: '1' })
    expect(moved).toMatchObject({ code: 0, error: '' })
    expect(moved.out).toMatch(/^\d+ rows are in the new database: every sum is equal/)
  })
})

async function command(
  name: 'backup' | 'restore' | 'move',
  args: string[],
  variables: Record<string, string>,
) {
  const child = spawn(process.execPath, ['--import', 'tsx', `backend/cli/${name}.ts`, ...args], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
  })
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { out, error, code }
}
