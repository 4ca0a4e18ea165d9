import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'

/**
 * One runner of jobs at a time, of all backends that share a database. The lock falls with its transaction, so that a
 * killed runner holds up nobody.
 */

/** Any number that nothing else in this database locks. */
const jobsLock = 7_316_405_211
const turnMs = 50

/** Runs unless another runner is at work. @returns whether it ran */
export async function runIfAlone(db: Db, run: () => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${jobsLock}) as alone`,
    )
    if (!rows[0]?.alone) return false
    await run()
    return true
  })
}

/**
 * Runs when its turn has come. It asks again rather than waits at the lock: who waits there holds a connection, and
 * enough of them would leave none for the runner that they wait for.
 */
export async function runInTurn(db: Db, run: () => Promise<void>): Promise<void> {
  while (!(await runIfAlone(db, run))) await pause(turnMs)
}
