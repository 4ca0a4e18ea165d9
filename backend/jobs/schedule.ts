import { type Clock, type ProductClock } from '../clock'
import { type Db } from '../db/connect'
import { type FundsContext } from '../funds/context'
import { type FileStorage } from '../storage/storage'
import { runIfAlone } from './alone'
import { followStored } from './demo-clock'
import { runDueJobs } from './due-jobs'
import { eraseDueFiles } from './retention'

/** Runs the jobs from time to time; one backend of all that share a database at a time. */

export interface JobsOptions {
  db: Db
  /** The product's clock, and the real one. */
  clock: ProductClock
  realClock: Clock
  newId: () => string
  demo: boolean
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
  storage,
  log,
  everyMs = 5_000,
}: JobsOptions): Jobs {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const context = (): FundsContext => ({ now: clock.now(), realNow: realClock.now(), newId, demo })

  async function runAndRepeat(): Promise<void> {
    try {
      // Another backend of this demonstration may have moved its clock.
      if (demo) await followStored(db, clock)
      await runIfAlone(db, async () => {
        await runDueJobs(db, context())
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
