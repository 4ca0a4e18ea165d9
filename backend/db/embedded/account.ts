/**
 * The user that PostgreSQL runs as. The server refuses to run as root, so under root it gets a service user, as
 * it would from a system package; otherwise it runs as ourselves.
 */
import { execFile, spawnSync } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A user and group to run children as; undefined means as ourselves. */
export type Account = { uid: number; gid: number } | undefined

const madeUser = 'tideline'

/**
 * Under root: the owner of an existing database (no other user may open it), else `postgres`, else a user of our own
 * which is made here. Throws when it can't be made.
 */
export async function serviceAccount(dir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(join(dir, 'PG_VERSION')).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await accountNamed('postgres')) ?? (await accountNamed(madeUser)) ?? (await makeUser())
}

async function accountNamed(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => (await run('id', [flag, name])).stdout),
    )
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return undefined
  }
}

async function makeUser(): Promise<Account> {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  try {
    await run('useradd', [...options, '--shell', '/usr/sbin/nologin', madeUser])
  } catch (error) {
    throw new Error(
      'PostgreSQL does not run as root, and a user to run it as could not be made. ' +
        'Start as a user other than root, or set DATABASE_URL.',
      { cause: error },
    )
  }
  const made = await accountNamed(madeUser)
  if (!made) throw new Error(`The user ${madeUser} was made but can't be found.`)
  return made
}

/** Whether that user can enter a folder or run a program. The kernel decides, so that ACLs count too. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  if (!account) {
    return access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
  }
  return spawnSync('sh', ['-c', 'test -x "$1"', 'sh', path], { ...account, cwd: '/' }).status === 0
}
