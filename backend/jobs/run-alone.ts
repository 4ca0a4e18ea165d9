import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'

const turnMs = 50

/**
 * Runs only if no other backend of this database runs the same, under a lock of its transaction, so that a killed
 * runner blocks no other. The work uses other connections, so its steps stay committed if a later one fails.
 * @returns whether it ran
 */
export async function runAlone(db: Db, lock: number, run: () => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lock}) as alone`,
    )
    if (!rows[0]?.alone) return false
    await run()
    return true
  })
}

/**
 * Runs when its turn has come. It polls instead of waiting for the lock: waiting holds a connection, and enough waiting
 * runners would leave none for the one that they wait for.
 */
export async function runInTurn(db: Db, lock: number, run: () => Promise<void>): Promise<void> {
  while (!(await runAlone(db, lock, run))) await pause(turnMs)
}
