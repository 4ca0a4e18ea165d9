import { sql } from 'drizzle-orm'
import { type Clock } from '../clock'
import { type Db } from '../db/connect'
import { type FundsContext } from '../funds/context'
import { tellDays } from '../notifications/days'
import { type FileStorage } from '../storage/storage'
import { runDueJobs } from './due-jobs'
import { eraseDueFiles } from './retention'

/** Runs the jobs from time to time; one backend of all that share a database at a time. */

/** Any number that nothing else in this database locks. */
const jobsLock = 7_316_405_211

export interface JobsOptions {
  db: Db
  /** The product's clock, and the real one. */
  clock: Clock
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

export interface Jobs {
  /** No further run starts; resolves when the present one has ended. */
  stop(): Promise<void>
}

/** Starts with a run at once. A run that fails is logged, and the next one takes up what it left. */
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
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const context = (): FundsContext => ({ now: clock.now(), realNow: realClock.now(), newId, demo })

  async function runAndRepeat(): Promise<void> {
    try {
      await runAlone(db, async () => {
        const present = context()
        await runDueJobs(db, present)
        await tellDays(db, { ...present, timeZone })
        await eraseDueFiles(db, storage, clock.now())
      })
    } catch (error) {
      log.error({ err: error }, 'the jobs failed and will be tried again')
    }
    if (!stopped) timer = setTimeout(next, everyMs).unref()
  }
  const next = () => void (running = runAndRepeat())
  let running = runAndRepeat()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Runs under a lock that falls with its transaction, so that a killed runner holds up nobody. */
async function runAlone(db: Db, run: () => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${jobsLock}) as alone`,
    )
    if (rows[0]?.alone) await run()
  })
}
