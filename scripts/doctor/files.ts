import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { refuseUnopened, sealedTextsIn } from '../../backend/backup/sealed-texts'
import { tablesOf } from '../../backend/backup/tables'
import { type BackendEnv } from '../../backend/env'
import { bucketKeepsVersions } from '../../backend/storage/s3'
import { knownSecret } from '../../backend/storage/secret'
import { storageOf } from '../../backend/storage/storage-of'
import { type OpenDatabase } from './database'
import { type Finding, findingsOf, reasonOf, within } from './finding'
import { folderFinding } from './folders'

const limitMs = 30_000
const mib = 1024 * 1024
const found = findingsOf('storage')

/**
 * Writes, reads and erases a file of its own, and opens with the configured secret one that is stored already and what is
 * sealed in the database.
 */
export async function examineStorage(env: BackendEnv, open: OpenDatabase | null): Promise<Finding[]> {
  return [...(await examinePlace(env, open)), ...(await examineSealed(env, open))]
}

async function examineSealed(env: BackendEnv, open: OpenDatabase | null): Promise<Finding[]> {
  if (open === null) return []
  const held = await sealedTextsIn(open.client, await tablesOf(open.client))
  if (held.length === 0) return []
  try {
    refuseUnopened(held, await knownSecret(env))
  } catch (error) {
    return [found.failure(reasonOf(error))]
  }
  return [found.ok(`STORAGE_SECRET opens the ${held.map(({ kind }) => kind).join(' and ')}`)]
}

async function examinePlace(env: BackendEnv, open: OpenDatabase | null): Promise<Finding[]> {
  const { storage: place } = env
  if (place.kind === 'folder' && !existsSync(place.folder)) {
    const stored = open === null ? null : await newestFile(open)
    const folder = await folderFinding('storage', place.folder, 'STORAGE_URL')
    if (stored === null || folder.outcome !== 'ok') return [folder]
    return [found.failure('the database knows stored files, and their folder is not there')]
  }
  const secret = await knownSecret(env)
  try {
    return await within(limitMs, tryStorage(env, secret, open))
  } catch (error) {
    return [found.failure(`it can't be used: ${reasonOf(error)}`)]
  }
}

async function tryStorage(
  { storage: place, uploadMib }: BackendEnv,
  secret: Buffer | null,
  open: OpenDatabase | null,
): Promise<Finding[]> {
  const storage = await storageOf(place, secret ?? randomBytes(32))
  const id = `doctor-${randomBytes(8).toString('hex')}`
  const content = randomBytes(1000)
  try {
    await storage.write(id, Readable.from([content]))
    const stored = await storage.read(id)
    if (stored === null || !(await buffer(stored)).equals(content))
      return [found.failure('what was written to it can not be read back')]
  } finally {
    await storage.erase(id)
  }
  if ((await storage.read(id)) !== null) return [found.failure('what was erased in it is still there')]
  const freeMib = Math.floor((await storage.freeBytes()) / mib)
  return [
    found.ok('a file can be written, read and erased'),
    ...(freeMib < uploadMib.minFree
      ? [found.warning(`${freeMib} MiB are free, and below STORAGE_MIN_FREE_MIB no files are taken`)]
      : []),
    ...(place.kind === 's3' && (await bucketKeepsVersions(place))
      ? [found.warning('the bucket keeps versions: what is erased stays in it until a rule takes it away')]
      : []),
    ...(await openedWith(storage, secret, open)),
  ]
}

async function openedWith(
  storage: Awaited<ReturnType<typeof storageOf>>,
  secret: Buffer | null,
  open: OpenDatabase | null,
): Promise<Finding[]> {
  const newest = open && (await newestFile(open))
  if (!newest) return []
  if (secret === null)
    return [found.failure('there are stored files, and no STORAGE_SECRET to open them with')]
  try {
    const stream = await storage.read(newest.id)
    if (stream === null) return [found.failure(`the newest stored file, ${newest.id}, is not there`)]
    const { length } = await buffer(stream)
    if (length !== newest.bytes) return [found.failure(`the newest stored file, ${newest.id}, is cut short`)]
    return [found.ok('STORAGE_SECRET opens the newest stored file')]
  } catch (error) {
    return [found.failure(`STORAGE_SECRET does not open what is stored: ${reasonOf(error)}`)]
  }
}

async function newestFile({ client }: OpenDatabase): Promise<{ id: string; bytes: number } | null> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('public.stored_files') is not null as there`,
  )
  if (!tables[0]!.there) return null
  const { rows } = await client.query<{ id: string; bytes: number }>(
    `select id, bytes::int from stored_files where erased_at is null and bytes > 0 order by stored_at desc limit 1`,
  )
  return rows[0] ?? null
}
