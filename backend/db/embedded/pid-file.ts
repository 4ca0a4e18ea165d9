/**
 * `postmaster.pid`, the server's own note of who runs on a folder and how far it is. It is never deleted here: its
 * shared memory line is how the next server notices backends that outlived the last one.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

export type PidFile = {
  /** NaN while the file is being written, or after a power cut. */
  pid: number
  /** The socket the server listens on; undefined until it has one. */
  socket: string | undefined
  socketDir: string | undefined
  ready: boolean
}

export const socketName = '.s.PGSQL.5432'

export async function readPidFile(dir: string): Promise<PidFile | undefined> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const lines = text.split('\n').map((line) => line.trim())
  const socketDir = lines[4] || undefined
  return {
    pid: Number.parseInt(lines[0] ?? '', 10),
    socketDir,
    socket: socketDir && join(socketDir, socketName),
    ready: lines[7] === 'ready',
  }
}

/** Whether a server listens there; one that is starting or stopping does too. */
export function answers(socket: string | undefined): Promise<boolean> {
  if (!socket) return Promise.resolve(false)
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false))
    connection.once('connect', () => connection.destroy())
  })
}

/**
 * Puts our own pid in the first line of a lock file whose server is gone. PostgreSQL takes a lock that names its own
 * parent for a stale one; it would never override the lock of another running program.
 */
export async function takeOver(lockFile: string): Promise<void> {
  const text = await readFile(lockFile, 'utf8').catch(() => undefined)
  if (text === undefined) return
  await writeFile(lockFile, [String(process.pid), ...text.split('\n').slice(1)].join('\n'))
}
