/**
 * The demonstration's clock. Invariants: it goes forward by whole days, lasts over restarts, and every day on
 * the way has its jobs run before the next one begins; the day is stored before its jobs run, so that a kill in between
 * leaves jobs that are late, which book at their due time, and never money from the future.
 */
import { sql } from 'drizzle-orm'
import { type ProductClock } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { demoClock } from '../db/schema/demo'
import { type FundsContext } from '../funds/context'
import { sendDailySummaries } from './daily-summaries'
import { runDueJobs } from './due-jobs'
import { runInTurn } from './run-alone'

/** How far the clock has been moved, in days. */
export async function storedOffset(db: Db): Promise<number> {
  const [row] = await db.select().from(demoClock)
  return row?.offsetDays ?? 0
}

export interface Advance {
  clock: ProductClock
  days: number
  /** The offset that the days were counted from: the clock goes no further than `from + days`. */
  from?: number
  /** IANA name of the zone of the summarized days. */
  timeZone: string
  /** The surroundings of a run at a moment of the product's time. */
  contextAt: (now: Date) => FundsContext
  /** What else becomes due by the clock. */
  also?: () => Promise<void>
}

/** Sets the clock to the stored time, if another backend has moved it further. */
export async function followStored(db: Db, clock: ProductClock): Promise<void> {
  const stored = await storedOffset(db)
  clock.moveTo(Math.max(clock.offsetDays, stored)) // by now it may have been moved here too
}

/** Moves the clock on, running the jobs of each day in due-time order. The rates of those days are there before. */
export async function advance(
  db: Db,
  { clock, days, from, timeZone, contextAt, also = async () => {} }: Advance,
): Promise<void> {
  for (let day = 0; day < days; day++) {
    const offsetDays = await moveByDay(db, from === undefined ? undefined : from + days)
    if (offsetDays === null) return followStored(db, clock)
    // Two concurrent moves each add their days; the clock follows the stored time.
    clock.moveTo(Math.max(clock.offsetDays, offsetDays))
    const context = contextAt(clock.now())
    await runInTurn(db, locks.jobs, async () => {
      await runDueJobs(db, context)
      await also()
      await sendDailySummaries(db, { ...context, timeZone })
    })
  }
}

/** @returns the new offset, or null where the clock has reached `until` */
async function moveByDay(db: Db, until: number | undefined): Promise<number | null> {
  const [stored] = await db
    .insert(demoClock)
    .values({ id: 1, offsetDays: 1 })
    .onConflictDoUpdate({
      target: demoClock.id,
      set: { offsetDays: sql`${demoClock.offsetDays} + 1` },
      ...(until !== undefined && { setWhere: sql`${demoClock.offsetDays} < ${until}` }),
    })
    .returning()
  return stored?.offsetDays ?? null
}
