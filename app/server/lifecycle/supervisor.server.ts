/**
 * The parent of the app, which starts it again when it crashes. Invariants: it shares no state with the app, so that
 * nothing the app does can end it too; a start that can't succeed is not repeated; a requested stop is never treated as
 * a crash; and the app never outlives it, because their IPC channel closes with either of them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Backoff } from './backoff.server'

/** How a program ended: by an exit code, or by a signal. */
export type Ending = { code: number } | { signal: NodeJS.Signals }

export interface SupervisedProgram {
  readonly pid: number | undefined
  /** Resolves when the program reports ready; stays pending if it never does. */
  readonly ready: Promise<void>
  readonly ended: Promise<Ending>
  kill(signal: NodeJS.Signals): void
}

export interface SupervisorOptions {
  /** Starts the program once. */
  launch: () => SupervisedProgram
  backoff: Backoff
  /** Reports to the log, one line of JSON each. */
  report: (message: string, details: Record<string, unknown>) => void
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export interface Supervisor {
  /** Resolves with the exit code of this process, when the program has ended for good. */
  readonly finished: Promise<number>
  /** Passes a request to end on to the program, which is not started again. Any number of calls. */
  stop(signal: NodeJS.Signals): void
}

/**
 * The exit code of a program that can't start as it is configured: it has logged the reason, and a retry would end
 * the same way. It counts only before the program was ready once. After that its configuration is known to be good,
 * and what it lacks can come back: a database, a port that an earlier run still holds.
 */
export const cannotStartCode = 1

/** Runs the program until it exits with 0, is stopped, or can't start. */
export function supervise({
  launch,
  backoff,
  report,
  now = () => performance.now(),
  wait = (ms, signal) => delay(ms, undefined, { signal }),
}: SupervisorOptions): Supervisor {
  const stopping = new AbortController()
  let program: SupervisedProgram | null = null
  let hasStood = false

  async function run(): Promise<number> {
    for (;;) {
      const startedMs = now()
      program = launch()
      void program.ready.then(() => (hasStood = true))
      const ending = await program.ended
      program = null
      if (stopping.signal.aborted) return codeAfterStop(ending)
      if ('code' in ending && (ending.code === 0 || (ending.code === cannotStartCode && !hasStood)))
        return ending.code
      const restartInMs = backoff.nextPauseMs(now() - startedMs)
      report('the app ended unasked; starting it again', { ...ending, restartInMs })
      await wait(restartInMs, stopping.signal).catch(() => {})
      if (stopping.signal.aborted) return 0
    }
  }

  return {
    finished: run(),
    stop(signal) {
      stopping.abort()
      program?.kill(signal)
    },
  }
}

/** A program stopped before it listened for the signal ends by the signal itself, which counts as a clean stop. */
function codeAfterStop(ending: Ending): number {
  if ('code' in ending) return ending.code
  return ending.signal === 'SIGTERM' || ending.signal === 'SIGINT' ? 0 : 1
}
