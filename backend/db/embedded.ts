/**
 * The embedded PostgreSQL: the real server, from npm packages, so that the product runs with nothing to install. This
 * module owns a data folder from start to stop. Invariants: no acknowledged commit is lost, whichever process is killed
 * and when; two instances never run on one folder; the only way in is a socket that only our user can reach. The parts
 * are in `embedded/`, each with what it guards.
 */
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { serviceAccount } from './embedded/account'
import { findBinaries } from './embedded/binaries'
import { ensureDatabase, prepareParents } from './embedded/data-folder'
import { keepRunning } from './embedded/keep-running'
import { clearLeftovers } from './embedded/leftovers'
import { type Log } from './embedded/log'
import { takeOwnership } from './embedded/ownership'
import { startServer } from './embedded/server'
import { chooseSocketDir } from './embedded/socket-dir'

export { DataFolderInUse } from './embedded/ownership'

export type Crash = {
  /** The server's last words. */
  reason: string
  /** The delay before the restart; null if there is none, because the folder is no longer ours. */
  restartInMs: number | null
}

export type EmbeddedPostgres = {
  /** Absolute; stays the same over restarts. */
  socketDir: string
  /** For `pg`: the socket, the user and the database. */
  connection: { host: string; user: string; database: string }
  /** The server's process id now; another one after a crash. */
  readonly pid: number
  /** Calls back each time the server ends unexpectedly. */
  onCrash: (listener: (crash: Crash) => void) => void
  /** Stops the server (connections are ended, nothing is lost) and releases the folder. Any number of calls. */
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** The product's data folder; the database is `postgres` in it, made on the first start. */
  dataDir: string
  log: Log
  /** PostgreSQL settings on top of ours, for tests. */
  settings?: Record<string, string>
}

/**
 * Starts the embedded server and waits until it takes connections. Throws DataFolderInUse, or an Error with
 * instructions: no package for this platform, an unusable folder, a server that doesn't start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options
  const dataDir = resolve(options.dataDir)
  const dir = join(dataDir, 'postgres')
  const account = await serviceAccount(dir)
  await prepareParents(dir, account)

  const listeners: ((crash: Crash) => void)[] = []
  const notify = (crash: Crash) => listeners.forEach((listener) => listener(crash))
  // The started parts, to be stopped in the opposite order.
  const undo: (() => Promise<void>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= undoAll(undo))

  try {
    const ownership = await takeOwnership(dir, log, () => {
      void stop().then(() => notify({ reason: 'the lock of the data folder was lost', restartInMs: null }))
    })
    undo.push(() => ownership.release())

    const { postgres, initdb } = await findBinaries(account, dataDir)
    await ensureDatabase(dir, { initdb, account, log, sync: settings.fsync !== 'off' })

    const socketDir = await chooseSocketDir(dir, account)
    if (socketDir !== dir) undo.push(() => rm(socketDir, { recursive: true, force: true }))

    const launch = async () => {
      await clearLeftovers(dir, log)
      return startServer({ postgres, dir, socketDir, account, settings, log })
    }
    const kept = await keepRunning(launch, log, (reason, restartInMs) => notify({ reason, restartInMs }))
    undo.push(() => kept.stop())

    return {
      socketDir,
      connection: { host: socketDir, user: 'app', database: 'postgres' },
      get pid() {
        return kept.server.pid
      },
      onCrash: (listener) => void listeners.push(listener),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function undoAll(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps.reverse()) await step()
}
