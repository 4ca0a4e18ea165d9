import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Env } from '~/env.server'

/**
 * The keys that sessions are sealed with: the configured ones. A demonstration, or development, makes one at first
 * start and stores it in the data folder, so that a restart does not sign users out. In all other cases `parseEnv` has
 * refused to start without one.
 */
export async function sessionSecrets({
  sessionSecrets,
  dataDir,
}: Pick<Env, 'sessionSecrets' | 'dataDir'>): Promise<string[]> {
  if (sessionSecrets) return sessionSecrets
  const file = join(dataDir, 'session-secret')
  await mkdir(dataDir, { recursive: true })
  await makeOnce(file, randomBytes(32).toString('hex'))
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length < 64) throw new Error(`DATA_DIR: ${file} holds no whole secret; remove it`)
  return [secret]
}

/** Of two instances that start at once one makes it and both read it, and neither ever sees half of it. */
async function makeOnce(file: string, content: string): Promise<void> {
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(own, content, { mode: 0o600 })
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(own)
}
