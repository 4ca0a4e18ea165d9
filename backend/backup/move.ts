import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BackendEnv } from '../env'
import { folderStore } from '../storage/folder'
import { madeSecret } from '../storage/secret'
import { byteStoreOf } from '../storage/storage-of'
import { copyFiles } from './files'
import { faultsText } from './faults'
import { type Loaded, load } from './load'
import { refuseUnopened } from './sealed-texts'
import { type Snapshot, withSnapshot } from './snapshot'
import { withOwnServer } from './source'

export interface Moved {
  loaded: Loaded
  /** Files that were copied to the storage; null where they stay where they are. */
  files: number | null
  /** What was broken before; empty: nothing. */
  faults: string
}

/**
 * Moves the embedded database of a data folder to `DATABASE_URL`, and its files to `STORAGE_URL` where that is another
 * place. The product must not run: the folder is owned meanwhile, so that nothing is written to it. It is left as it was.
 * @throws Error with the reason; the new database is then as empty as before
 */
export async function moveDatabase(
  env: Pick<BackendEnv, 'databaseUrl' | 'dataDir' | 'storage' | 'storageSecret'>,
): Promise<Moved> {
  const { databaseUrl, dataDir, storageSecret } = env
  if (databaseUrl === null) throw new Error('DATABASE_URL names no database to move to')
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new Error(`${dataDir} (DATA_DIR) holds no embedded database`)
  const made = await madeSecret(dataDir)
  if (made && storageSecret && !made.equals(storageSecret))
    throw new Error(
      `STORAGE_SECRET is not the one of the data that is moved: take that of ${join(dataDir, 'storage-secret')}`,
    )
  const secret = storageSecret ?? made
  return withOwnServer(dataDir, (connection) =>
    withSnapshot(connection, async (snapshot) => {
      // Files may stay where they are: then nothing else shows that the secret is another one.
      refuseUnopened(snapshot.sealedTexts, secret)
      const files = await moveFiles(snapshot, env, secret)
      const loaded = await load(
        { connectionString: databaseUrl },
        { ...snapshot, rowsOf: (table) => Promise.resolve(snapshot.rowsOf(table)) },
        { isSameRelease: true },
      )
      return { loaded, files, faults: faultsText(snapshot.faults) }
    }),
  )
}

async function moveFiles(
  { files }: Snapshot,
  { storage, dataDir }: Pick<BackendEnv, 'storage' | 'dataDir'>,
  secret: Buffer | null,
): Promise<number | null> {
  const folder = join(dataDir, 'files')
  const stays = storage.kind === 'folder' && resolve(storage.folder) === resolve(folder)
  if (stays || files.length === 0 || !existsSync(folder)) return null
  if (secret === null) throw new Error('STORAGE_SECRET is needed: there are stored files')
  const from = await folderStore(folder)
  const into = await byteStoreOf(storage)
  const missing = await copyFiles({ files, read: (id) => from.get(id), into, secret })
  if (missing.length > 0) throw new Error(`stored files are missing: ${missing.join(', ')}`)
  return files.length
}
