/**
 * Cleans up what a killed run leaves on a folder: a server that still runs, backends without their server, a pid file
 * that names no process or an unrelated one. It is called with the folder's lock held, so any server that runs there is
 * an orphan or was started by hand. Invariants: an orphan is ended and never adopted, because no process would read its
 * errors or notice its end; no signal goes to a pid that is not seen to be a PostgreSQL process of this folder.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Log } from './log'
import { answers, readPidFile, socketName, takeOver } from './pid-file'
import { isAlive, serversIn, signal } from './processes'
import { isPrivateSocketDir } from './socket-dir'
import { until } from './until'

const stopLimitMs = 60_000
const silentLimitMs = 15_000

/** Leaves the folder with no server of an earlier run, or throws and has changed nothing. */
export async function clearLeftovers(dir: string, log: Log): Promise<void> {
  const left = await readPidFile(dir)
  if (left) {
    let orphan = false
    const settled = await until(async () => {
      const file = await readPidFile(dir)
      const running = file && (await serversIn(dir)).includes(file.pid)
      orphan = Boolean(running && (await answers(file.socket)))
      return orphan || !running
    }, silentLimitMs)
    if (!settled) {
      throw new Error(
        `PostgreSQL (process ${left.pid}) runs on the data folder ${dir} but does not answer. ` +
          `It was not started by this instance: stop it, then start again.`,
      )
    }
    if (orphan) await endOrphan(dir, log)
  }
  await endBackends(dir, log)
  await unblock(dir)
  if (left?.socketDir && isPrivateSocketDir(left.socketDir))
    await rm(left.socketDir, { recursive: true, force: true })
}

async function endOrphan(dir: string, log: Log): Promise<void> {
  const orphan = await readPidFile(dir)
  if (!orphan) return
  log.warn({ pid: orphan.pid }, 'an earlier run was killed and left its PostgreSQL; stopping it')
  signal(orphan.pid, 'SIGINT')
  if (!(await until(async () => !(await readPidFile(dir)), stopLimitMs))) {
    throw new Error(
      `PostgreSQL (process ${orphan.pid}) of an earlier run does not stop. Stop it, then start again.`,
    )
  }
}

/** SIGQUIT ends a backend at once and leaves the recovery to the log, as after a crash. */
async function endBackends(dir: string, log: Log): Promise<void> {
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    // Most end by themselves as soon as they see that their server is gone.
    if (await until(async () => (await serversIn(dir)).length === 0, 500)) return
    const pids = await serversIn(dir)
    log.warn({ pids, signal: name }, 'ending PostgreSQL backends that outlived their server')
    for (const pid of pids) signal(pid, name)
  }
  if (!(await until(async () => (await serversIn(dir)).length === 0, 5000))) {
    throw new Error(`PostgreSQL backends of an earlier run do not end on the data folder ${dir}.`)
  }
}

/** A lock file that names a stranger, or nothing readable, would stop the new server. */
async function unblock(dir: string): Promise<void> {
  const stale = await readPidFile(dir)
  if (!stale || (stale.pid > 0 && !isAlive(stale.pid))) return
  await takeOver(join(dir, 'postmaster.pid'))
  await takeOver(join(dir, `${socketName}.lock`))
}
