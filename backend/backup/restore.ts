import { type ClientConfig } from 'pg'
import { type ByteStore } from '../storage/byte-store'
import { copyFiles } from './files'
import { type Manifest, readBackedUpFile, readManifest } from './folder'
import { type Loaded, load, refuseUsed } from './load'
import { refuseUnopened, sealedTextsIn } from './sealed-texts'
import { connected } from './snapshot'
import { contentOf } from './take'

export interface RestoreOptions {
  /** The folder of the backup. */
  place: string
  /** An empty database. */
  connection: ClientConfig
  store: ByteStore
  /** What files, authenticator apps and document numbers are encrypted with. A backup without any of them needs none. */
  secret: Buffer | null
  /** The release of the product. */
  release: string
}

export interface Restored {
  manifest: Manifest
  loaded: Loaded
}

/**
 * Brings a backup back: its files into the storage, then its rows into an empty database, which stays empty where
 * anything differs from what was backed up, or the secret does not open what is sealed in them.
 * @throws Error with the reason
 */
export async function restoreBackup({
  place,
  connection,
  store,
  secret,
  release,
}: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(place)
  await refuseUsedDatabase(connection)
  if (manifest.files.length > 0) {
    if (secret === null)
      throw new Error(
        'STORAGE_SECRET is needed: the backup holds files, and is of no use without what opens them',
      )
    const read = (id: string) => readBackedUpFile(place, id)
    const missing = await copyFiles({ files: manifest.files, read, into: store, secret })
    if (missing.length > 0) throw new Error(`files of the backup are missing: ${missing.join(', ')}`)
  }
  const loaded = await load(connection, contentOf(place, manifest), {
    isSameRelease: manifest.release === release,
    async beforeCommit(client) {
      refuseUnopened(await sealedTextsIn(client, manifest.tables), secret)
    },
  })
  return { manifest, loaded }
}

/** Before the files are written. */
async function refuseUsedDatabase(connection: ClientConfig): Promise<void> {
  const client = await connected(connection)
  try {
    await refuseUsed(client)
  } finally {
    await client.end()
  }
}
