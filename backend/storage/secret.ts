import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackendEnv } from '../env'

/**
 * The secret that stored files, document numbers and authenticator apps are encrypted with: the configured one, or one
 * that is made at first start and stored next to the data. `readEnv` has refused a start that may not make one. Without
 * the secret all of them are lost.
 */
export async function storageSecretOf({
  storageSecret,
  dataDir,
}: Pick<BackendEnv, 'storageSecret' | 'dataDir'>): Promise<Buffer> {
  if (storageSecret) return storageSecret
  const file = join(dataDir, 'storage-secret')
  await mkdir(dataDir, { recursive: true })
  await makeOnce(file, randomBytes(32).toString('base64'))
  const secret = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (secret.length !== 32) throw new Error(`DATA_DIR: ${file} holds no whole secret; bring back its copy`)
  return secret
}

/** The secret that is configured or was made before; null: there is none yet, and none is made. */
export async function knownSecret({
  storageSecret,
  dataDir,
}: Pick<BackendEnv, 'storageSecret' | 'dataDir'>): Promise<Buffer | null> {
  return storageSecret ?? madeSecret(dataDir)
}

/** The secret that was made in a data folder. */
export async function madeSecret(dataDir: string): Promise<Buffer | null> {
  const text = await readFile(join(dataDir, 'storage-secret'), 'utf8').catch(() => '')
  const secret = Buffer.from(text.trim(), 'base64')
  return secret.length === 32 ? secret : null
}

/** Of two that start at once one makes it and both read it, and neither ever sees half of it. */
async function makeOnce(file: string, content: string): Promise<void> {
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(own, content, { mode: 0o600 })
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(own)
}
