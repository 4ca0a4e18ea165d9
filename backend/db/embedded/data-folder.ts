/**
 * The data folder's own life: its parents, and its first filling. `initdb` writes into a sibling folder which is
 * renamed when it is whole: a killed initdb leaves a folder that looks like a database and never starts.
 */
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, canReach } from './account'
import { type Log } from './log'

const run = promisify(execFile)

/** The release of the embedded server; a folder of another one can't be opened by it. */
const majorVersion = '18'

/** Makes the missing folders above a data folder, open to pass through, and checks that the server's user can. */
export async function prepareParents(dir: string, account: Account): Promise<void> {
  await makeFolder(dirname(dir))
  if (await canReach(account, dirname(dir))) return
  throw new Error(
    `The user that PostgreSQL runs as can't reach ${dirname(dir)}. ` +
      `Set DATA_DIR to a folder that every user may pass through, such as /var/lib/tideline.`,
  )
}

async function makeFolder(dir: string): Promise<void> {
  if (await stat(dir).catch(() => undefined)) return
  await makeFolder(dirname(dir))
  await mkdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new Error(`The folder ${dir} can't be made; check DATA_DIR.`, { cause: error })
  })
  await chmod(dir, 0o755) // whatever the umask
}

type Making = {
  initdb: string
  account: Account
  log: Log
  /** Whether the new database must outlive a power cut before it is used. */
  sync: boolean
}

/** Fills the folder on the first start; throws when it holds something else. Call only while owning the folder. */
export async function ensureDatabase(dir: string, making: Making): Promise<void> {
  await removeUnfinished(dir)
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`The data folder ${dir} belongs to another user; check DATA_DIR.`, { cause: error })
  })
  if (version === undefined) return initialize(dir, making)
  if (version.trim() !== majorVersion) {
    throw new Error(
      `The database in ${dir} is of PostgreSQL ${version.trim()}, this release runs ${majorVersion}. ` +
        `Carry it over with pg_dump, or set DATA_DIR to another folder.`,
    )
  }
}

async function initialize(dir: string, { initdb, account, log, sync }: Making): Promise<void> {
  if ((await readdir(dir).catch(() => [])).length > 0) {
    throw new Error(`The folder ${dir} holds something that is not a database; check DATA_DIR.`)
  }
  const startedMs = Date.now()
  const unfinished = await mkdtemp(`${dir}.initdb-`) // 0700
  if (account) await chown(unfinished, account.uid, account.gid)
  const access = ['-U', 'app', '--auth-local=trust', '--auth-host=reject']
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    await run(initdb, ['-D', unfinished, ...access, ...locale, ...(sync ? [] : ['--no-sync'])], {
      ...account,
      ...childOptions,
    })
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const words = (error as { stderr?: string }).stderr?.trim() || cannotRun(error)
    throw new Error(`The database could not be made in ${dir}: ${words}`, { cause: error })
  }
  await rename(unfinished, dir)
  await syncFolder(dirname(dir)) // the rename itself must outlive a power cut
  log.info({ dir, tookMs: Date.now() - startedMs }, 'made a new database')
}

/** Removes leftovers of killed starts. An initdb that is still writing fails and removes its folder itself. */
async function removeUnfinished(dir: string): Promise<void> {
  const leftover = (await readdir(dirname(dir))).filter((name) => name.startsWith(`${basename(dir)}.initdb-`))
  for (const name of leftover)
    await rm(join(dirname(dir), name), { recursive: true, force: true, maxRetries: 5 })
}

async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The server gets none of our environment: PGDATA, LC_ALL or TZ would change the result. */
export const childOptions = {
  cwd: '/',
  env: { LC_ALL: 'C', TZ: 'UTC' } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv, // the server does not read NODE_ENV
}

/** The words for a program that is there and doesn't start: Alpine and other systems without glibc. */
export function cannotRun(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `${reason}. The embedded PostgreSQL needs glibc 2.27 or later; elsewhere set DATABASE_URL.`
}
