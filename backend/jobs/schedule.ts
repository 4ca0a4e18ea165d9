import { type Clock, type ProductClock } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { type FundsContext } from '../funds/context'
import { type Outbox } from '../outbox/outbox'
import { sendDailySummaries } from './daily-summaries'
import { type FileStorage } from '../storage/storage'
import { cleanUp } from './clean-up'
import { followStored, recordDays } from './demo-clock'
import { runDueJobs } from './due-jobs'
import { type Repeated, repeat } from './repeat'
import { eraseDueFiles } from './retention'
import { jobIntervalsMs, recordRun } from './job-runs'
import { runAlone } from './run-alone'

/** Runs the jobs from time to time; one backend of all that share a database at a time. */

export interface JobsOptions {
  db: Db
  /** The product's clock, and the real one. */
  clock: ProductClock
  realClock: Clock
  newId: () => string
  demo: boolean
  /** IANA name of the zone of the summarized days. */
  timeZone: string
  storage: FileStorage
  /** What else becomes due by the product's clock. */
  also?: () => Promise<void>
  log: { error(details: object, message: string): void }
  /** Between the end of one run and the start of the next. */
  intervalMs?: number
}

export type Jobs = Repeated

/**
 * Runs what is due, again and again: accruals and what expires, `also`, the summaries of the day, and the erasure of files that
 * are kept no longer.
 */
export function startJobs({
  db,
  clock,
  realClock,
  newId,
  demo,
  timeZone,
  storage,
  also = async () => {},
  log,
  intervalMs = jobIntervalsMs.dues,
}: JobsOptions): Jobs {
  const context = (): FundsContext => ({ now: clock.now(), realNow: realClock.now(), newId, demo })
  const run = async () => {
    // Another backend of this demonstration may have moved its clock.
    if (demo) await followStored(db, clock)
    await runAlone(db, locks.jobs, async () => {
      const { offsetDays } = clock
      const present = context()
      await runDueJobs(db, present)
      await also()
      await sendDailySummaries(db, { ...present, timeZone })
      await eraseDueFiles(db, storage, clock.now())
      await recordRun(db, 'dues', realClock.now())
      if (demo) await recordDays(db, offsetDays)
    })
  }
  return repeat(run, { what: 'the jobs', intervalMs, log })
}

/** Messages that could not be sent. Apart from the jobs: a mail server that hangs holds up no accrual. */
export function startOutboxWorker(
  db: Db,
  {
    outbox,
    realClock,
    log,
    intervalMs = jobIntervalsMs.outbox,
  }: Pick<JobsOptions, 'realClock' | 'log' | 'intervalMs'> & { outbox: Outbox },
): Jobs {
  const run = async () => {
    await runAlone(db, locks.outboxWorker, async () => {
      await outbox.sendDue(db)
      await recordRun(db, 'outbox', realClock.now())
    })
  }
  return repeat(run, { what: 'the outbox worker', intervalMs, log })
}

/** Deletes what has expired, and runs `also`, once an hour. */
export function startHourlyCleanup(
  db: Db,
  {
    realClock,
    log,
    also = async () => {},
    intervalMs = jobIntervalsMs.cleanup,
  }: Pick<JobsOptions, 'realClock' | 'log' | 'intervalMs'> & { also?: () => Promise<void> },
): Jobs {
  const run = async () => {
    await runAlone(db, locks.cleanup, async () => {
      await cleanUp(db, realClock.now())
      await also()
      await recordRun(db, 'cleanup', realClock.now())
    })
  }
  return repeat(run, { what: 'the hourly cleanup', intervalMs, log })
}
