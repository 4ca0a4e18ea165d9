import { describe, expect, it } from 'vitest'
import { createBackoff } from './backoff.server'
import { type Ending, type SupervisedProgram, supervise } from './supervisor.server'

/** Simulated processes and clock: the test answers each start, and waiting moves the clock. */
function world(runs: { ranMs: number; ending: Ending; isReady?: boolean }[]) {
  let nowMs = 0
  const pausesMs: number[] = []
  const reports: Record<string, unknown>[] = []
  let starts = 0
  const launch = (): SupervisedProgram => {
    const life = runs[starts++]
    if (!life) throw new Error('it was started once too often')
    const ready = life.isReady === false ? new Promise<void>(() => {}) : Promise.resolve()
    const ended = Promise.resolve()
      .then(() => (life.isReady === false ? undefined : ready))
      .then(() => {
        nowMs += life.ranMs
        return life.ending
      })
    return { pid: starts, ready, ended, kill: () => {} }
  }
  const supervisor = supervise({
    launch,
    backoff: createBackoff({ firstPauseMs: 500, maxPauseMs: 60_000, resetAfterMs: 300_000 }),
    report: (_message, details) => void reports.push(details),
    now: () => nowMs,
    wait: (ms) => {
      pausesMs.push(ms)
      nowMs += ms
      return Promise.resolve()
    },
  })
  return { supervisor, pausesMs, reports, starts: () => starts }
}

const crash: Ending = { signal: 'SIGKILL' }
const cleanEnd = { ranMs: 1, ending: { code: 0 } }

describe('the supervisor', () => {
  it('restarts a crashed program with pauses that double up to a minute, and logs each restart', async () => {
    const crashes = Array.from({ length: 10 }, () => ({ ranMs: 100, ending: crash }))
    const { supervisor, pausesMs, reports } = world([...crashes, cleanEnd])
    expect(await supervisor.finished).toBe(0)
    expect(pausesMs).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
    expect(reports.map(({ restartInMs }) => restartInMs)).toEqual(pausesMs)
    expect(reports[0]).toMatchObject({ signal: 'SIGKILL' })
  })

  it('begins with the first pause again after the program has run for five minutes', async () => {
    const runs = [100, 100, 300_000, 299_999].map((ranMs) => ({ ranMs, ending: crash }))
    const { supervisor, pausesMs } = world([...runs, cleanEnd])
    await supervisor.finished
    expect(pausesMs).toEqual([500, 1000, 500, 1000])
  })

  it('does not repeat a start that reports a permanent failure', async () => {
    const { supervisor, starts } = world([{ ranMs: 50, ending: { code: 1 }, isReady: false }])
    expect(await supervisor.finished).toBe(1)
    expect(starts()).toBe(1)
  })

  it('restarts a program that was killed before it was ready', async () => {
    const { supervisor, starts } = world([{ ranMs: 50, ending: crash, isReady: false }, cleanEnd])
    expect(await supervisor.finished).toBe(0)
    expect(starts()).toBe(2)
  })

  it('keeps trying once the program has been ready: the port or the database may come back', async () => {
    const failed = { ranMs: 50, ending: { code: 1 }, isReady: false }
    const { supervisor, starts } = world([{ ranMs: 50, ending: crash }, failed, failed, cleanEnd])
    expect(await supervisor.finished).toBe(0)
    expect(starts()).toBe(4)
  })

  it('passes a stop on and ends with the code of the program', async () => {
    for (const [ending, code] of [
      [{ code: 0 }, 0],
      [{ code: 1 }, 1],
      [{ signal: 'SIGTERM' }, 0], // it did not listen yet
      [{ signal: 'SIGKILL' }, 1],
    ] as [Ending, number][]) {
      let end: (ending: Ending) => void = () => {}
      const signals: NodeJS.Signals[] = []
      let starts = 0
      const supervisor = supervise({
        launch() {
          starts += 1
          const ended = new Promise<Ending>((resolve) => (end = resolve))
          return { pid: 1, ready: Promise.resolve(), ended, kill: (signal) => void signals.push(signal) }
        },
        backoff: createBackoff({ firstPauseMs: 1, maxPauseMs: 1, resetAfterMs: 1 }),
        report: () => {},
      })
      supervisor.stop('SIGTERM')
      end(ending)
      expect(await supervisor.finished).toBe(code)
      expect([signals, starts]).toEqual([['SIGTERM'], 1])
    }
  })

  it('ends at once if it is stopped during a pause', async () => {
    const supervisor = supervise({
      launch: () => ({ pid: 1, ready: Promise.resolve(), ended: Promise.resolve(crash), kill: () => {} }),
      backoff: createBackoff({ firstPauseMs: 600_000, maxPauseMs: 600_000, resetAfterMs: 600_000 }),
      report: () => supervisor.stop('SIGTERM'),
    })
    expect(await supervisor.finished).toBe(0)
  })
})
