/**
 * The backend that the app starts when no UPSTREAM_URL is set: a separate process, known to the app only by its file.
 * Invariants: once it has been ready, the app's answers never wait for it (a backend that is down is an upstream that
 * is down); it keeps its address over restarts; and it never outlives the app.
 *
 * The child uses Node's IPC channel for one message once it is ready: `{ ready: true, url }`, or `{ ready: false,
 * reason }` before it exits. Its end of the channel is `backend/process.ts`: the channel closes with the app, `kill
 * -9` included, and the backend then stops itself and its database.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type BaseLogger } from 'pino'
import { createBackoff } from './backoff.server'

const pauses = { firstPauseMs: 250, maxPauseMs: 15_000, resetAfterMs: 60_000 }

type Environment = Record<string, string | undefined>

export type BackendProcessOptions = {
  /** The backend's program: `build/backend.js` in production. */
  entry: string
  /** The child's whole environment. */
  env: Environment
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** Options of node before the entry, such as `['--import', 'tsx']` in development. */
  nodeOptions?: string[]
  /** Time for the first start: it makes the database and the demonstration's data. */
  readyLimitMs?: number
  /** Time for a stop, longer than the backend's own, before it is killed. */
  stopLimitMs?: number
}

export type BackendProcess = {
  /** Where the backend listens; the same for the app's whole life. */
  readonly url: string
  /** The process id now; another one after a restart. */
  readonly pid: number | undefined
  /** Stops it with SIGTERM, and with SIGKILL when its time is over. Any number of calls. */
  stop: () => Promise<void>
}

/**
 * Starts the backend and waits until it is ready. Rejects when the first start fails, with the backend's own reason.
 * A backend that dies after it was ready is started again with growing pauses.
 */
export async function startBackendProcess(options: BackendProcessOptions): Promise<BackendProcess> {
  const { log, env, readyLimitMs = 180_000, stopLimitMs = 45_000 } = options
  const quit = new AbortController()
  let child = launch(options, env)
  const url = await readiness(child, readyLimitMs)
  // The app knows one address, so a restarted backend takes the port of the first one.
  const restartEnv = { ...env, BACKEND_PORT: new URL(url).port }
  const watching = watch()
  let stopped: Promise<void> | undefined

  async function watch(): Promise<void> {
    const backoff = createBackoff(pauses)
    while (!quit.signal.aborted) {
      const startedMs = performance.now()
      const how = await exit(child)
      if (quit.signal.aborted) return
      const restartInMs = backoff.nextPauseMs(performance.now() - startedMs)
      log.error({ how, restartInMs }, 'the backend ended unasked; starting it again')
      await delay(restartInMs, undefined, { signal: quit.signal }).catch(() => {})
      if (quit.signal.aborted) return
      child = launch(options, restartEnv)
      await readiness(child, readyLimitMs).then(
        () => log.info({ pid: child.pid }, 'the backend runs again'),
        (error: unknown) => log.error({ err: error }, 'the backend could not be started again; trying on'),
      )
    }
  }

  async function stop(): Promise<void> {
    quit.abort()
    await end(child, stopLimitMs)
    await watching
  }

  return {
    url,
    get pid() {
      return child.pid
    },
    stop: () => (stopped ??= stop()),
  }
}

function launch({ entry, log, nodeOptions = [] }: BackendProcessOptions, env: Environment): ChildProcess {
  const child = spawn(process.execPath, [...nodeOptions, entry], {
    env: env as NodeJS.ProcessEnv, // which only requires NODE_ENV in addition
    // A separate process group: a terminal's Ctrl-C reaches only the app, which lets its requests finish before it
    // stops this.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => log.error({ err: error }, 'the backend process failed'))
  return child
}

/** The address, once the child reports ready. A child that fails or stays silent is ended. */
async function readiness(child: ChildProcess, limitMs: number): Promise<string> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => urlOf(message)),
      // Its last message is delivered before its channel closes.
      once(child, 'disconnect', { signal }).then(async () => {
        throw new Error(`the backend ended before it was ready (${await exit(child)})`)
      }),
      delay(limitMs, undefined, { signal }).then(() => {
        throw new Error(`the backend was not ready in ${limitMs / 1000} s`)
      }),
    ])
  } catch (error) {
    await end(child, 5_000)
    throw error
  } finally {
    settled.abort()
  }
}

function urlOf(message: unknown): string {
  const { ready, url, reason } = message as { ready?: boolean; url?: string; reason?: string }
  if (ready && url) return url
  throw new Error(reason ?? 'the backend said something that is not its readiness')
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

async function exit(child: ChildProcess): Promise<string> {
  if (!hasEnded(child)) await once(child, 'exit')
  return `exit ${child.signalCode ?? child.exitCode}`
}

async function end(child: ChildProcess, limitMs: number): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), limitMs)
  await exit(child)
  clearTimeout(late)
}
