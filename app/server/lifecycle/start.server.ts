import { fileURLToPath } from 'node:url'
import { createBackoff } from './backoff.server'
import { launchProcess } from './supervised-process.server'
import { supervise } from './supervisor.server'

/**
 * What `npm start` runs: the supervisor of the app. It imports nothing of the app, so that it stays small and
 * survives.
 */

const entry = fileURLToPath(new URL('./index.js', import.meta.url))
/** Longer than the app takes to finish its requests and then to stop its backend. */
const stopLimitMs = 90_000

const supervisor = supervise({
  launch: () => launchProcess(entry),
  backoff: createBackoff({ firstPauseMs: 500, maxPauseMs: 60_000, resetAfterMs: 5 * 60_000 }),
  report,
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // Not once(): a second Ctrl-C would then kill this process, and the app in the middle of an answer.
  process.on(signal, () => {
    supervisor.stop(signal)
    setTimeout(() => supervisor.stop('SIGKILL'), stopLimitMs).unref()
  })
}

process.exit(await supervisor.finished)

/** In the shape of the app's own log, whose level is an error's. */
function report(message: string, details: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ level: 50, time: Date.now(), ...details, msg: message })}\n`)
}
