import { type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type AppLog } from '../middleware/request-log.server'
import { type Drain } from './shutdown.server'

/**
 * Shuts the process down on a signal: `/readyz` fails at once, balancers get the time to see that, requests in flight are
 * finished, then everything that was opened is closed. Exit code 0, or 1 after an uncaught error, which waits for no balancer.
 * @param close what is closed while requests are still answered, and after the last answer, each in this order
 */
export function handleShutdownSignals(
  server: Server,
  drain: Drain,
  close: Record<'first' | 'last', readonly (() => Promise<unknown>)[]>,
  log: AppLog,
  delayMs = 0,
): void {
  let ending: Promise<void> | undefined

  async function end(why: string, waitMs: number): Promise<void> {
    log.info({ why }, 'the app stops')
    drain.begin()
    await delay(waitMs)
    const drained = drain.drain(server)
    await each(close.first)
    await drained
    await each(close.last)
    await log.reports.close()
  }
  async function each(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
    for (const step of steps)
      await step().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
  }
  function endOnce(why: string, exitCode: number): void {
    ending ??= end(why, exitCode === 0 ? delayMs : 0).finally(() => process.exit(exitCode))
  }

  // Not once(): a second Ctrl-C would then kill the process in the middle of an answer.
  process.on('SIGTERM', () => endOnce('SIGTERM', 0))
  process.on('SIGINT', () => endOnce('SIGINT', 0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'an error that nothing caught')
      endOnce(event, 1)
    })
}

/** Awaits what the app needs to start; on failure the process logs the reason in one line and exits with 1. */
export async function exitOnStartupError<Value>(started: Promise<Value>): Promise<Value> {
  return started.catch((error: NodeJS.ErrnoException & { port?: number }) => {
    const why = error.code === 'EADDRINUSE' ? `PORT ${error.port} is taken by another program` : error.message
    process.stderr.write(`Tideline can't start: ${why}\n`)
    process.exit(1)
  })
}
