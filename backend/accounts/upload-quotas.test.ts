import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { eq, isNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resumeMaxMib, documentMaxMib } from '~/forms/largest-file'
import { contract } from '~/contract/index'
import { fileBytes } from '../../tests/support/files'
import { firstDay, newId } from '../../tests/support/funds'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../tests/support/postgres'
import { locks } from '../db/locks'
import { storedFiles } from '../db/schema/people'
import { defaultMaxFileMib, type Upload } from '../storage/multipart'
import { type Services } from '../services'
import { openFolder } from '../storage/folder'
import { keepFiles, takeFiles } from './stored-files'
import {
  type UploadQuotas,
  createUploadQuotas,
  defaultUploadMib,
  forgetSenders,
  usageQuery,
} from './upload-quotas'

const kib = 1024
const maxBytes = 64 * kib
let database: TestDatabase
let folder: string
let services: Services
let quotas: UploadQuotas
let now = firstDay
let freeBytes: number
let warnings: string[]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  folder = temporaryFolder()
  quotas = createUploadQuotas({ ...defaultUploadMib, minFree: 0 })
  now = firstDay
  freeBytes = Number.MAX_SAFE_INTEGER
  warnings = []
  services = {
    db: database.db,
    newId,
    productClock: { now: () => now },
    realClock: { now: () => now },
    storage: { ...(await openFolder(folder, randomBytes(32))), freeBytes: () => Promise.resolve(freeBytes) },
    uploadQuotas: quotas,
    log: pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) }),
  } as unknown as Services // the services that an upload uses
})
afterEach(() => database.db.delete(storedFiles))

/** Submits a résumé and stores it. */
async function send(
  sender: string,
  { length = 5000, gate = Promise.resolve(), maxBytes: limit = maxBytes } = {},
): Promise<void> {
  const files = await takeFiles(services, one(length, gate, { field: 'resume', maxBytes: limit }), {
    owner: 'application',
    ownerId: newId(),
    sender,
  })
  await database.db.transaction((tx) => keepFiles(tx, files, new Date('2027-01-01')))
}

async function* one(
  length: number,
  gate: Promise<void>,
  sent: Pick<Upload, 'field' | 'maxBytes'>,
): AsyncGenerator<Upload> {
  async function* bytes() {
    const all = fileBytes('pdf', length)
    yield await Promise.resolve(all.subarray(0, 4096))
    await gate
    yield all.subarray(4096)
  }
  yield await Promise.resolve({ ...sent, fileName: 'me.pdf', bytes: bytes() })
}

async function taken(tries: Promise<void>[]): Promise<number> {
  return (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length
}

const charged = async () => {
  const [row] = await database.db
    .select({ bytes: sql<number>`coalesce(sum(charged_bytes), 0)::int` })
    .from(storedFiles)
    .where(isNull(storedFiles.erasedAt))
  return row!.bytes
}

describe('submitted files', () => {
  it("are stored up to the day's quota when fifty arrive at the same time, however slowly", async () => {
    quotas.application.perDay = 10 * maxBytes
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const tries = Array.from({ length: 50 }, (_, n) => send(`192.0.2.${n}`, { gate }))
    const refused = await Promise.all(
      tries.map((one) => Promise.race([one.catch((e: unknown) => e), later()])),
    )
    open()
    expect(await taken(tries)).toBe(10)
    expect(refused.filter(Boolean).length).toBe(40) // all refusals, before any byte of the ten files had arrived
    for (const why of refused.filter(Boolean)) expect(why).toMatchObject({ code: 'storage_full' })
    // Once stored they count by their size.
    expect(await charged()).toBe(10 * 16 * kib)
    expect(await readdir(folder)).toHaveLength(10)
    expect(warnings.join()).toContain('the quota of the day is used up')

    /** Refusals do not wait for the gate; two hundred turns of the event loop are far more than they need. */
    async function later(): Promise<undefined> {
      for (let turn = 0; turn < 200; turn++) await database.db.execute(sql`select 1`)
      return undefined
    }
  })

  it('count by sender as well, for a day', async () => {
    quotas.application.perSenderDay = 3 * maxBytes
    expect(await taken(Array.from({ length: 6 }, () => send('192.0.2.1', { length: maxBytes })))).toBe(3)
    await expect(send('192.0.2.1')).rejects.toMatchObject({ code: 'upload_quota' })
    await send('192.0.2.2')
    now = new Date(firstDay.getTime() + 86_400_000)
    await send('192.0.2.1')
  })

  it('count by the site of an IPv6 network as well', async () => {
    quotas.application.perSenderDay = maxBytes
    const sendFrom = (network: number) => send(`2001:db8:1:${network}::/64`, { length: maxBytes })
    for (let network = 0; network < 8; network++) await sendFrom(network)
    await expect(sendFrom(8)).rejects.toMatchObject({ code: 'upload_quota' })
    await send('2001:db8:11:0::/64')
    await send('192.0.2.1')
  })

  it('count as long as they are kept', async () => {
    quotas.application.kept = 2 * maxBytes
    await send('192.0.2.1', { length: maxBytes })
    await send('192.0.2.2', { length: maxBytes })
    now = new Date(firstDay.getTime() + 10 * 86_400_000)
    await expect(send('192.0.2.3')).rejects.toMatchObject({ code: 'storage_full' })
    expect(warnings.join()).toContain('files take most of what they may')
    const [first] = await database.db.select().from(storedFiles)
    await services.storage.erase(first!.id)
    await database.db.update(storedFiles).set({ erasedAt: now }).where(eq(storedFiles.id, first!.id))
    await send('192.0.2.3')
  })

  it('leave a minimum of free disk space, including uploads in flight', async () => {
    freeBytes = 3 * maxBytes
    quotas.minFreeBytes = 2 * maxBytes - 1
    await send('192.0.2.1')
    quotas.minFreeBytes = 2 * maxBytes + 1
    await expect(send('192.0.2.2')).rejects.toMatchObject({ code: 'storage_full' })
    expect(warnings.join()).toContain('the disk is nearly full')
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('of two simultaneous uploads the second sees the disk space that the first has left', async () => {
    quotas.minFreeBytes = 0
    freeBytes = maxBytes
    const freeSpaceReadLate = { ...services.storage, freeBytes: () => Promise.resolve(freeBytes) }
    services = { ...services, storage: freeSpaceReadLate }
    // Another transaction holds the lock while the second upload arrives, and fills the disk meanwhile.
    let sent: Promise<void> | undefined
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.uploads})`)
      sent = send('192.0.2.2')
      sent.catch(() => {}) // checked below
      await waiting()
      freeBytes = maxBytes - 1
    })
    await expect(sent).rejects.toMatchObject({ code: 'storage_full' })

    async function waiting(): Promise<void> {
      for (let held = 0; held === 0;) {
        const { rows } = await database.db.execute<{ count: number }>(
          sql`select count(*)::int from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        )
        held = rows[0]!.count
      }
    }
  })

  it('are summed by indexes, however many there are', async () => {
    await database.db.execute(sql`
      insert into stored_files (id, owner, owner_id, field, media_type, bytes, charged_bytes, sender, received_at,
        stored_at, erase_after, erased_at)
      select 'kept' || n, 'application', 'x', 'resume', 'application/pdf', 5000, 16384,
        case when n % 100 = 0 then 'a' || n % 7 end, ${firstDay.toISOString()}::timestamptz - n * interval '1 minute',
        ${firstDay.toISOString()}::timestamptz, '2027-01-01',
        case when n % 10 > 0 then ${firstDay.toISOString()}::timestamptz end
      from generate_series(1, 20000) as n`)
    await database.db.execute(sql`vacuum analyze stored_files`)
    const query = usageQuery({ owner: 'application', sender: 'a0' }, firstDay)
    const { rows } = await database.db.execute<Record<string, number>>(query)
    expect(rows[0]).toMatchObject({ kept: 2_000 * 16_384, day: 14 * 16_384, underWay: 0 })
    const plan = await database.db.execute<Record<string, string>>(sql`explain ${query}`)
    const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(steps).not.toContain('Seq Scan')
    for (const index of ['stored_files_sender_index', 'stored_files_under_way_index'])
      expect(steps).toContain(index)
  })

  it('allow one form a day, however small the factor of the rate limits is', async () => {
    Object.assign(quotas, createUploadQuotas({ ...defaultUploadMib, minFree: 0 }, 0.1))
    await send('192.0.2.1', { maxBytes: resumeMaxMib * kib * kib })
    const papers = (async function* (): AsyncGenerator<Upload> {
      for (const field of contract.userData.verify.files ?? [])
        yield* one(5000, Promise.resolve(), { field, maxBytes: documentMaxMib * kib * kib })
    })()
    const ownerId = newId()
    await takeFiles(services, papers, { owner: 'verification', ownerId, sender: ownerId })
    expect(await charged()).toBe(4 * 16 * kib)
  })

  it('release their quota when they are refused', async () => {
    quotas.application.perDay = maxBytes
    const broken = (async function* (): AsyncGenerator<Upload> {
      yield await Promise.resolve({ field: 'resume', fileName: 'me.pdf', maxBytes, bytes: breaksOff() })
    })()
    async function* breaksOff() {
      yield await Promise.resolve(fileBytes('pdf', 5000))
      throw new Error('the sender is gone')
    }
    const sent = takeFiles(services, broken, { owner: 'application', ownerId: newId(), sender: '192.0.2.1' })
    await expect(sent).rejects.toThrow('the sender is gone')
    expect(await charged()).toBe(0)
    await send('192.0.2.1')
  })

  it('store their sender for one day only', async () => {
    await send('192.0.2.1')
    const senders = async () => (await database.db.select().from(storedFiles)).map(({ sender }) => sender)
    await forgetSenders(database.db, new Date(firstDay.getTime() + 86_399_999))
    expect(await senders()).toEqual(['192.0.2.1'])
    await forgetSenders(database.db, new Date(firstDay.getTime() + 86_400_000))
    expect(await senders()).toEqual([null])
  })
})

it("have the size limits of the contract in the app's texts", () => {
  expect(contract.inquiries.apply.maxFileMib).toBe(resumeMaxMib)
  expect(contract.userData.verify.maxFileMib ?? defaultMaxFileMib).toBe(documentMaxMib)
})
