import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { waitingChanges } from '../db/schema/waiting'

/**
 * Adds up what each queue of operators has gained and lost, so that few rows are read. One statement: what others write
 * meanwhile stays, and of two that run at once one finds nothing.
 */
export async function addWaitingUp(db: Db): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${waitingChanges} returning queue, currency, count, amount)
    insert into ${waitingChanges} (queue, currency, count, amount)
      select queue, currency, sum(count), sum(amount) from gone
      group by queue, currency having sum(count) <> 0 or sum(amount) <> 0`)
}
