import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

/**
 * A backup on the disk: a folder with a file of rows a table, the stored files as they are encrypted, and a manifest
 * that names each with its hash. Invariants: the folder has its name only when it is whole and on the disk; nobody
 * but its owner can read it.
 */

const Totals = z.object({
  table: z.string(),
  rows: z.string().regex(/^\d+$/),
  sums: z.record(z.string(), z.string()),
  digest: z.string().regex(/^\d+$/),
})
const Hash = z.string().regex(/^[0-9a-f]{64}$/)

const Manifest = z.object({
  format: z.literal('tideline-backup-1'),
  takenAt: z.iso.datetime(),
  release: z.string(),
  serverVersion: z.string(),
  migrations: z.array(z.number().int()),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      columns: z.array(z.string()),
      numeric: z.array(z.string()),
      sha256: Hash,
    }),
  ),
  totals: z.array(Totals),
  faults: z.array(z.object({ what: z.string(), count: z.number().int() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().nullable() })),
  files: z.array(z.object({ id: z.string().regex(/^[\w-]{1,64}$/), bytes: z.number().int(), sha256: Hash })),
})
export type Manifest = z.infer<typeof Manifest>

const manifestName = 'manifest.json'
const unfinished = '.part'
/** The moment of a backup, as its folder is called. */
const namePattern = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/

/** Makes the folder of a backup under another name until `finish`. */
export async function makeBackupFolder(parent: string, takenAt: Date) {
  const name = `${takenAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const place = join(parent, name)
  const made = `${place}${unfinished}`
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await mkdir(made, { mode: 0o700 })
  await mkdir(join(made, 'tables'), { mode: 0o700 })
  await mkdir(join(made, 'files'), { mode: 0o700 })
  return {
    path: made,
    writeTable: (table: string, rows: Readable) => write(join(made, tableFile(table)), rows, createGzip()),
    writeFile: (id: string, bytes: Readable) => write(join(made, 'files', id), bytes),
    writeManifest: (manifest: Manifest) =>
      writeFile(join(made, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, {
        mode: 0o600,
        flush: true,
      }),
    async finish(): Promise<string> {
      await rename(made, place)
      await syncFolder(parent)
      return place
    },
    discard: () => rm(made, { recursive: true, force: true }),
  }
}

/** @throws Error where the folder is no whole backup */
export async function readManifest(place: string): Promise<Manifest> {
  const text = await readFile(join(place, manifestName), 'utf8').catch(() => null)
  if (text === null || place.replace(/\/+$/, '').endsWith(unfinished))
    throw new Error(`${place} is no whole backup`)
  return parseManifest(text, place)
}

/** The manifest of a backup that has not got its name yet. */
export async function readUnfinished(place: string): Promise<Manifest> {
  return parseManifest(await readFile(join(place, manifestName), 'utf8'), place)
}

function parseManifest(text: string, place: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`the manifest of ${place} is damaged, or of another release`, { cause: error })
  }
}

/** The rows of a table. The stream fails at its end where the file is not the one that was written. */
export function readTable(place: string, { name, sha256 }: Manifest['tables'][number]): Readable {
  const file = join(place, tableFile(name))
  return chain(createReadStream(file), createGunzip(), comparing(sha256, file))
}

/** The encrypted bytes of a file, or null where the backup has none. */
export async function readBackedUpFile(place: string, id: string): Promise<Readable | null> {
  try {
    const handle = await open(join(place, 'files', id))
    return handle.createReadStream()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Removes the oldest whole backups, and what killed ones have left. @param keep how many whole ones stay */
export async function removeOld(parent: string, keep: number): Promise<string[]> {
  const names = (await readdir(parent)).sort()
  const whole = names.filter((name) => namePattern.test(name))
  const left = names.filter(
    (name) => name.endsWith(unfinished) && namePattern.test(name.slice(0, -unfinished.length)),
  )
  // One that is being taken now has the latest name.
  const newest = whole.at(-1) ?? ''
  const gone = [...whole.slice(0, Math.max(0, whole.length - keep)), ...left.filter((name) => name < newest)]
  for (const name of gone) await rm(join(parent, name), { recursive: true, force: true })
  return gone
}

const tableFile = (table: string) => join('tables', `${table}.copy.gz`)

/** @returns the hash of the bytes before they are compressed */
async function write(file: string, bytes: Readable, compress?: Transform): Promise<string> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const into = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  await (compress ? pipeline(bytes, hashing, compress, into) : pipeline(bytes, hashing, into))
  return hash.digest('hex')
}

function comparing(expected: string, file: string): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(hash.digest('hex') === expected ? null : new Error(`${file} is damaged`))
    },
  })
}

/** One stream of several: a failure of each fails the last. */
function chain(first: Readable, ...others: Transform[]): Readable {
  return others.reduce<Readable>((from, to) => {
    from.once('error', (error) => to.destroy(error))
    to.once('close', () => from.destroy())
    return from.pipe(to)
  }, first)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
