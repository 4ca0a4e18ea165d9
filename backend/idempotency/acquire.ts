import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'

/**
 * The lock on a key while its call runs: an advisory lock of the call's own transaction. It ends with the transaction,
 * so that a killed process or database leaves nothing to clean up.
 */

const lockOf = (userId: string, key: string) => sql`hashtextextended(${`${userId}/${key}`}, 0)`

/** Acquires the key until the transaction ends; false while another transaction has it. It is sent at once. */
export async function acquire(tx: Db, userId: string, key: string): Promise<boolean> {
  const { rows } = await tx
    .execute<{ acquired: boolean }>(sql`select pg_try_advisory_xact_lock(${lockOf(userId, key)}) as acquired`)
    .execute()
  return rows[0]?.acquired === true
}

/** Whether a transaction has the key now. Only looks: trying the lock would refuse a call that comes at this moment. */
export async function isAcquired(db: Db, userId: string, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ acquired: boolean }>(sql`
    select exists (
      select 1 from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = ${lockOf(userId, key)}
    ) as acquired`)
  return rows[0]?.acquired === true
}
