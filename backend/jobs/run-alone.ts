import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'

/** Any numbers that nothing else in this database locks. */
export const locks = { jobs: 7_316_405_211, postman: 7_316_405_213, upkeep: 7_316_405_214 } as const

/**
 * Runs where no other backend of this database runs the same, under a lock that falls with its transaction, so that a
 * killed runner holds up nobody. What runs uses connections of its own: its steps stay done whatever becomes of the rest.
 */
export async function runAlone(db: Db, lock: number, run: () => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lock}) as alone`,
    )
    if (rows[0]?.alone) await run()
  })
}
