/**
 * One run of the PostgreSQL server, from start to exit. It is our own child on a Unix socket, with durability as
 * PostgreSQL has it by default; the settings only make it small.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { type Account } from './account'
import { cannotRun, childOptions } from './data-folder'
import { type Log } from './log'
import { readPidFile } from './pid-file'
import { until } from './until'

const readyLimitMs = 120_000
const stopLimitMs = 30_000
const lastWordsLines = 12
const lastWordsMs = 250

const smallSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '32MB',
  max_connections: '25',
  io_method: 'sync',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  wal_level: 'minimal',
  client_connection_check_interval: '1s',
}

export type Server = {
  pid: number
  /** Resolves when the server has ended for any reason, with its last lines of stderr. */
  exited: Promise<string>
  /** Ends all connections, writes a checkpoint, and resolves when the process is gone. */
  stop(): Promise<void>
}

export type ServerOptions = {
  postgres: string
  dir: string
  socketDir: string
  account: Account
  /** Settings on top of ours. */
  settings: Record<string, string>
  log: Log
}

/** Starts the server and waits until it takes connections. Throws with its last words when it doesn't get there. */
export async function startServer({
  postgres,
  dir,
  socketDir,
  account,
  settings,
  log,
}: ServerOptions): Promise<Server> {
  const flags = Object.entries({ ...smallSettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(postgres, ['-D', dir, '-k', socketDir, ...flags], {
    ...account,
    ...childOptions,
    detached: true, // a terminal's Ctrl-C must not reach it before our own shutdown does
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const words = readWords(child, log)
  let gone = false
  const exited = ending(child, words)
  void exited.then(() => (gone = true))

  const isReady = async () => {
    const file = await readPidFile(dir)
    return gone || (file?.pid === child.pid && file?.ready === true)
  }
  const inTime = await until(isReady, readyLimitMs)
  if (gone) throw new Error(`PostgreSQL did not start:\n${await exited}`)

  async function stop(): Promise<void> {
    if (gone) return
    child.kill('SIGINT')
    const late = setTimeout(() => {
      log.warn({}, 'PostgreSQL takes too long to stop; ending it at once, it recovers at the next start')
      child.kill('SIGQUIT')
    }, stopLimitMs)
    await exited
    clearTimeout(late)
  }
  if (!inTime) {
    await stop()
    throw new Error(`PostgreSQL was not ready in ${readyLimitMs / 1000} s:\n${await exited}`)
  }
  return { pid: child.pid as number /* it has run, so it has one */, exited, stop }
}

/** The last words, when the process is gone. */
async function ending(child: ChildProcess, words: string[]): Promise<string> {
  const closed = once(child, 'close').catch(() => {})
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    // Its last output may still be in the pipe. But a remaining backend process keeps the pipe open, so its end is not
    // awaited.
    await Promise.race([closed, delay(lastWordsMs, undefined, { ref: false })])
    return [...words, `(exit ${signal ?? code})`].join('\n')
  } catch (error) {
    return cannotRun(error)
  }
}

/** Reads stderr to its end (a full pipe would stop the server) and keeps the last lines. */
function readWords(child: ChildProcess, log: Log): string[] {
  const words: string[] = []
  if (!child.stderr) return words
  createInterface({ input: child.stderr }).on('line', (line) => {
    words.push(line)
    if (words.length > lastWordsLines) words.shift()
    const serious = /\b(FATAL|PANIC|WARNING):/.test(line)
    log[serious ? 'warn' : 'debug']({ postgres: line }, 'postgres')
  })
  return words
}
