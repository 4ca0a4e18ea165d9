import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientConfig } from 'pg'
import { type ByteStore } from '../storage/byte-store'
import { type Manifest, makeBackupFolder, readBackedUpFile, readTable, readUnfinished } from './folder'
import { verifyFile } from './files'
import { type Content, type Loaded, load } from './load'
import { refuseUnopened } from './sealed-texts'
import { type Snapshot, withSnapshot } from './snapshot'
import { withOwnServer } from './source'

/** A backup that is taken while the product runs, and tried before it counts as one. */

export interface BackupOptions {
  connection: ClientConfig
  store: ByteStore
  /** What files, authenticator apps and document numbers are encrypted with; null: none of them is opened. */
  secret: Buffer | null
  /** The folder that holds backups. */
  parent: string
  /** The release of the product. */
  release: string
  /** Whether it is restored into a server of its own before it gets its name. */
  isTried: boolean
}

export interface Backup {
  place: string
  manifest: Manifest
  /** Null where it was not tried. */
  loaded: Loaded | null
  /** Files that were erased while the backup was taken. */
  erasedMeanwhile: string[]
}

/**
 * Takes a backup. Nothing of it stays when it fails.
 * @throws Error where a stored file is missing or damaged, the secret does not open what is sealed in the rows, or what was
 * written can't be restored
 */
export async function takeBackup(options: BackupOptions): Promise<Backup> {
  const { connection, secret, isTried, parent } = options
  return withSnapshot(connection, async (snapshot) => {
    if (secret !== null) refuseUnopened(snapshot.sealedTexts, secret)
    const folder = await makeBackupFolder(parent, snapshot.takenAt)
    try {
      const { manifest, erasedMeanwhile } = await write(snapshot, folder, options)
      // Read again from the disk, as a restore would.
      const written = await readUnfinished(folder.path)
      const loaded = isTried ? await tryBackup(folder.path, written) : null
      if (secret !== null) for (const file of written.files) await verify(folder.path, file, secret)
      return { place: await folder.finish(), manifest, loaded, erasedMeanwhile }
    } catch (error) {
      await folder.discard()
      throw error
    }
  })
}

async function write(
  snapshot: Snapshot,
  folder: Awaited<ReturnType<typeof makeBackupFolder>>,
  { store, release }: BackupOptions,
) {
  const tables: Manifest['tables'] = []
  for (const table of snapshot.tables)
    tables.push({ ...table, sha256: await folder.writeTable(table.name, snapshot.rowsOf(table)) })
  const files: Manifest['files'] = []
  const erasedMeanwhile: string[] = []
  for (const file of snapshot.files) {
    const stored = await store.get(file.id)
    if (stored) files.push({ ...file, sha256: await folder.writeFile(file.id, stored) })
    else if (await snapshot.isErasedSince(file.id)) erasedMeanwhile.push(file.id)
    else throw new Error(`the stored file ${file.id} is missing in the storage`)
  }
  const { takenAt, serverVersion, migrations, totals, faults } = snapshot
  const manifest: Manifest = {
    ...{ format: 'tideline-backup-1', takenAt: takenAt.toISOString(), release, serverVersion, migrations },
    ...{ tables, totals, faults, files },
    sequences: await snapshot.sequences(),
  }
  await folder.writeManifest(manifest)
  return { manifest, erasedMeanwhile }
}

async function verify(place: string, file: Manifest['files'][number], secret: Buffer): Promise<void> {
  const stored = await readBackedUpFile(place, file.id)
  if (!stored) throw new Error(`the file ${file.id} is missing in the backup`)
  await verifyFile(stored, file, secret)
}

/**
 * Restores a backup into a server that is made for this and thrown away: an embedded one, so that neither the company's
 * server has the work nor its role needs the right to make databases.
 */
export async function tryBackup(place: string, manifest: Manifest): Promise<Loaded> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tideline-trial-'))
  try {
    await chmod(dataDir, 0o755) // PostgreSQL's own user passes through it; the database in it is closed
    const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
    return await withOwnServer(
      dataDir,
      (connection) => load(connection, contentOf(place, manifest), { isSameRelease: true }),
      settings,
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What a backup holds, for loading it. */
export function contentOf(place: string, manifest: Manifest): Content {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  return {
    ...manifest,
    rowsOf: ({ name }) => Promise.resolve(readTable(place, tables.get(name)!)), // one of the manifest's own
    sequences: () => Promise.resolve(manifest.sequences),
  }
}
