/**
 * The demonstration's clock. Invariants: it goes forward by whole days, lasts over restarts, and the jobs of at most ten
 * days on the way have run before the next ones begin; the days are stored before their jobs run, so that a kill in
 * between leaves jobs that are late, which book at their due time, and never money from the future. How far the jobs have come is
 * stored too: until it is as far as the clock, a move is under way.
 */
import { lt, sql } from 'drizzle-orm'
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

/**
 * Days whose jobs run at once: each is booked at its due time all the same, and a run costs nearly as much for one day
 * as for ten.
 */
const daysOfRun = 10

/** Moves the clock on, running the jobs of the days on the way in due-time order. The rates of those days are there before. */
export async function advance(
  db: Db,
  { clock, days, from, timeZone, contextAt, also = async () => {} }: Advance,
): Promise<void> {
  for (let left = days; left > 0; left -= daysOfRun) {
    const until = from === undefined ? undefined : from + days
    const offsetDays = await moveBy(db, Math.min(left, daysOfRun), until)
    if (offsetDays === null) return followStored(db, clock)
    // Two concurrent moves each add their days; the clock follows the stored time.
    clock.moveTo(Math.max(clock.offsetDays, offsetDays))
    const context = contextAt(clock.now())
    await runInTurn(db, locks.jobs, async () => {
      await runDueJobs(db, context)
      await also()
      await sendDailySummaries(db, { ...context, timeZone })
      await recordDays(db, offsetDays)
    })
  }
}

/** Records that the jobs of these days have run. */
export async function recordDays(db: Db, offsetDays: number): Promise<void> {
  await db.update(demoClock).set({ daysRun: offsetDays }).where(lt(demoClock.daysRun, offsetDays))
}

/** Whether the clock has been moved and the jobs of its days have not all run. */
export async function isMoving(db: Db): Promise<boolean> {
  return (await db.$count(demoClock, lt(demoClock.daysRun, demoClock.offsetDays))) > 0
}

/** @returns the new offset, at most `until`; null where the clock has reached it */
async function moveBy(db: Db, days: number, until: number | undefined): Promise<number | null> {
  const next = sql`${demoClock.offsetDays} + ${days}::int`
  const [stored] = await db
    .insert(demoClock)
    .values({ id: 1, offsetDays: days, daysRun: 0 })
    .onConflictDoUpdate({
      target: demoClock.id,
      set: {
        offsetDays: until === undefined ? next : sql`least(${next}, ${until}::int)`,
        daysRun: sql`coalesce(${demoClock.daysRun}, ${demoClock.offsetDays})`,
      },
      ...(until !== undefined && { setWhere: sql`${demoClock.offsetDays} < ${until}` }),
    })
    .returning()
  return stored?.offsetDays ?? null
}
