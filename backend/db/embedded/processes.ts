/**
 * Who runs on a data folder. A pid alone proves nothing: after a reboot or in a new container the same number is
 * another program. A PostgreSQL process is known by its program and by its working directory, which is always
 * its data folder.
 */
import { execFile } from 'node:child_process'
import { readdir, readlink, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** True while the pid belongs to any process, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Sends a signal; a process that has ended meanwhile is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The pids of all PostgreSQL processes (server and backends) that run on this data folder. */
export async function serversIn(dir: string): Promise<number[]> {
  const folder = await realpath(dir).catch(() => dir)
  return process.platform === 'linux' ? linuxServersIn(folder) : lsofServersIn(folder)
}

async function linuxServersIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      // Another user's process can't be read, and can't be a server of this folder: that must be the folder's owner.
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      if (cwd !== folder) return []
      const program = await readlink(`/proc/${pid}/exe`).catch(() => '')
      // The kernel adds " (deleted)" when the packages were reinstalled under a running server.
      return basename(program).replace(/ \(deleted\)$/, '') === 'postgres' ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

/** macOS has no /proc; its own `lsof` prints `p<pid>` and `n<folder>` lines. It exits 1 when nothing matches. */
async function lsofServersIn(folder: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-Fpn']).catch(
    () => ({ stdout: '' }),
  )
  return stdout
    .split(/^p/m)
    .filter((entry) => entry.split('\n').includes(`n${folder}`))
    .map((entry) => Number.parseInt(entry, 10))
}
