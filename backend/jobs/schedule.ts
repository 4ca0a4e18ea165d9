import { type Clock, type ProductClock } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { type FundsContext } from '../funds/context'
import { type Outbox } from '../messages/outbox'
import { tellDays } from '../notifications/days'
import { type FileStorage } from '../storage/storage'
import { cleanUp } from './clean-up'
import { followStored } from './demo-clock'
import { runDueJobs } from './due-jobs'
import { type Repeated, repeat } from './repeat'
import { eraseDueFiles } from './retention'
import { runAlone } from './run-alone'

/** Runs the jobs from time to time; one backend of all that share a database at a time. */

export interface JobsOptions {
  db: Db
  /** The product's clock, and the real one. */
  clock: ProductClock
  realClock: Clock
  newId: () => string
  demo: boolean
  /** IANA name of the zone whose days are told of. */
  timeZone: string
  storage: FileStorage
  log: { error(details: object, message: string): void }
  /** Between the end of one run and the start of the next. */
  everyMs?: number
}

export type Jobs = Repeated

/** What money and papers wait for. */
export function startJobs({
  db,
  clock,
  realClock,
  newId,
  demo,
  timeZone,
  storage,
  log,
  everyMs = 5_000,
}: JobsOptions): Jobs {
  const context = (): FundsContext => ({ now: clock.now(), realNow: realClock.now(), newId, demo })
  const run = async () => {
    // Another backend of this demonstration may have moved its clock.
    if (demo) await followStored(db, clock)
    await runAlone(db, locks.jobs, async () => {
      const present = context()
      await runDueJobs(db, present)
      await tellDays(db, { ...present, timeZone })
      await eraseDueFiles(db, storage, clock.now())
    })
  }
  return repeat(run, { what: 'the jobs', everyMs, log })
}

/** Messages that could not be sent. Apart from the jobs: a mail server that hangs holds up no accrual. */
export function startPostman(
  db: Db,
  { outbox, log, everyMs = 10_000 }: Pick<JobsOptions, 'log' | 'everyMs'> & { outbox: Outbox },
): Jobs {
  const run = async () => void (await runAlone(db, locks.postman, () => outbox.sendDue(db)))
  return repeat(run, { what: 'the postman', everyMs, log })
}

/** What is past its time and of no use to anyone; and what `also` has to be done once an hour. */
export function startUpkeep(
  db: Db,
  {
    realClock,
    log,
    also = async () => {},
    everyMs = 3_600_000,
  }: Pick<JobsOptions, 'realClock' | 'log' | 'everyMs'> & { also?: () => Promise<void> },
): Jobs {
  const run = async () => {
    await runAlone(db, locks.upkeep, async () => {
      await cleanUp(db, realClock.now())
      await also()
    })
  }
  return repeat(run, { what: 'the hourly upkeep', everyMs, log })
}
