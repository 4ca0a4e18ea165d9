/**
 * The backend's life as a process, alone or started by the app. Started by the app it is a child with an IPC channel:
 * it sends one message, `{ ready: true, url }` or `{ ready: false, reason }` (the other side is
 * `app/server/lifecycle/backend-process.server.ts`). Invariants: for any cause of its end (a signal, a parent that is
 * gone, an internal failure), `stop` runs exactly once and the process ends, so no PostgreSQL is left without its
 * backend.
 */
import { type BaseLogger } from 'pino'

export type Running = {
  /** Its address, such as `http://127.0.0.1:4000`. */
  url: string
  /**
   * Finishes the requests in flight, ends the database, resolves when nothing is left.
   * @param how.isAsked by a signal, so that balancers may be waited for
   */
  stop: (how: { isAsked: boolean }) => Promise<void>
}

export type ProcessOptions = {
  log: Pick<BaseLogger, 'info' | 'error'>
  /** Runs when everything has stopped, before the process ends. */
  lastly?: () => Promise<void>
  /** How long a stop may take before the process ends anyway. */
  stopLimitMs?: number
}

export const defaultStopLimitMs = 40_000

/**
 * Runs the backend as this process: starts it, reports to the parent, stops it on SIGTERM, SIGINT or when the parent is
 * gone, and exits: 0 after a requested stop, 1 after a failed start, an uncaught error or a stop that hung.
 */
export function runAsProcess(
  start: () => Promise<Running>,
  { log, lastly = () => Promise.resolve(), stopLimitMs = defaultStopLimitMs }: ProcessOptions,
): void {
  let ending: Promise<void> | undefined

  const starting = start()
  void starting.then(
    ({ url }) => {
      log.info({ url }, 'the backend is ready')
      void sendToParent({ ready: true, url })
    },
    async (error: Error) => {
      log.error({ err: error }, 'the backend could not start')
      await sendToParent({ ready: false, reason: error.message })
      end('it could not start', 1)
    },
  )

  function end(why: string, exitCode: number, isAsked = false): void {
    ending ??= stopOnce(why, isAsked)
      .then(
        () => exitCode,
        (error: unknown) => {
          log.error({ err: error }, 'the backend did not stop cleanly')
          return 1
        },
      )
      .then(async (code) => {
        await lastly()
        process.exit(code)
      })
  }

  async function stopOnce(why: string, isAsked: boolean): Promise<void> {
    log.info({ why }, 'the backend stops')
    setTimeout(() => {
      log.error({ stopLimitMs }, 'the stop takes too long; ending now')
      process.exit(1)
    }, stopLimitMs).unref()
    // A signal can come during the start: the backend is then stopped as soon as it runs.
    const running = await starting.catch(() => undefined)
    await running?.stop({ isAsked })
  }

  // Not once(): a second Ctrl-C would then kill the process in the middle of its stop.
  process.on('SIGTERM', () => end('SIGTERM', 0, true))
  process.on('SIGINT', () => end('SIGINT', 0, true))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.error({ err: error }, 'an error that nothing caught')
      end(event, 1)
    })
  }
  if (!process.send) return // alone, not started by the app
  process.once('disconnect', () => end('the app is gone', 0))
  if (!process.connected) end('the app is gone', 0) // it went before we listened
}

/** Resolves when the message is on its way. If the parent exits at this moment, the `disconnect` event follows. */
function sendToParent(
  message: { ready: true; url: string } | { ready: false; reason: string },
): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send || !process.connected) return resolve()
    process.send(message, () => resolve())
  })
}
