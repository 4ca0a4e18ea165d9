import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'

const turnMs = 50
/** Well below the time after which the server ends a transaction that does nothing (`openPool`). */
const signOfLifeMs = 15_000

/**
 * Runs only if no other backend of this database runs the same, under a lock of its transaction, so that a killed
 * runner blocks no other. The work uses other connections, so its steps stay committed if a later one fails. However long
 * it takes, the lock's own connection shows in between that its process is alive, or the server would free the lock.
 * @returns whether it ran
 */
export async function runAlone(
  db: Db,
  lock: number,
  run: () => Promise<void>,
  intervalMs = signOfLifeMs,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lock}) as alone`,
    )
    if (!rows[0]?.alone) return false
    const signs = setInterval(() => void tx.execute(sql`select 1`).catch(() => {}), intervalMs)
    try {
      await run()
    } finally {
      clearInterval(signs)
    }
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
