/**
 * Keeps a server up: one that ends unexpectedly is restarted, at once the first time and then with growing pauses,
 * without a limit. A stop at any moment, during a restart too, leaves nothing running.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Log } from './log'
import { type Server } from './server'

const firstPauseMs = 100
const maxPauseMs = 10_000
/** After running this long a server counts as healthy: the pauses start over. */
const wellAfterMs = 60_000

export type SupervisedServer = { readonly server: Server; stop(): Promise<void> }

/** @param onDown gets the last output of a server that ended, and the delay before its restart */
export async function keepRunning(
  launch: () => Promise<Server>,
  log: Log,
  onDown: (reason: string, restartInMs: number) => void,
): Promise<SupervisedServer> {
  let server = await launch()
  const quit = new AbortController()
  const watching = watch()

  async function watch(): Promise<void> {
    let pauseMs = firstPauseMs
    while (!quit.signal.aborted) {
      const startedMs = performance.now()
      const reason = await server.exited
      if (quit.signal.aborted) return
      if (performance.now() - startedMs > wellAfterMs) pauseMs = firstPauseMs
      log.error({ reason, restartInMs: pauseMs }, 'PostgreSQL ended unasked; starting it again')
      onDown(reason, pauseMs)
      do {
        await delay(pauseMs, undefined, { signal: quit.signal }).catch(() => {})
        pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      } while (!quit.signal.aborted && !(await relaunch()))
    }
  }

  async function relaunch(): Promise<boolean> {
    try {
      server = await launch()
      log.info({ pid: server.pid }, 'PostgreSQL runs again')
      return true
    } catch (error) {
      log.error({ err: error }, 'PostgreSQL could not be started again; trying on')
      return false
    }
  }

  return {
    get server() {
      return server
    },
    async stop() {
      quit.abort()
      await server.stop()
      await watching
      await server.stop() // a restart that was under way when the stop came
    },
  }
}
