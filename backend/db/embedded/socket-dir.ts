/**
 * The folder of the server's Unix socket. The socket is the only way into the server and needs no password, so its
 * folder must be closed to everyone but the server's user: the data folder itself, or, if its path is too long for a
 * socket, a private folder made for this run.
 */
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Account } from './account'
import { socketName } from './pid-file'

/** The longest socket path in bytes that every platform takes. */
const maxPath = 103
const prefix = 'tideline-pg-'

export async function chooseSocketDir(dir: string, account: Account): Promise<string> {
  if (Buffer.byteLength(join(dir, socketName)) <= maxPath) return dir
  const room = maxPath - Buffer.byteLength(join('/', `${prefix}XXXXXX`, socketName))
  const made = await mkdtemp(join(Buffer.byteLength(tmpdir()) <= room ? tmpdir() : '/tmp', prefix)) // 0700
  if (account) await chown(made, account.uid, account.gid)
  return made
}

/** True for folders made above, which are removed when their server has ended. */
export function isPrivateSocketDir(dir: string): boolean {
  return basename(dir).startsWith(prefix) && [tmpdir(), '/tmp'].includes(dirname(dir))
}
