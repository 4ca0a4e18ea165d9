import { type SQL, sql } from 'drizzle-orm'
import { type PgTable } from 'drizzle-orm/pg-core'
import { type Db } from './connect'

/** Rows of one statement: some tens of milliseconds, in which others write on. */
const defaultBatch = 5_000

/** The statement of one batch. */
export const batchOf = (table: PgTable, where: SQL, batch: number): SQL =>
  sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${batch}))`

/**
 * Deletes rows of a table that grows, so many at a time and each batch for itself, so that no statement holds locks or fills the log
 * for long, and one that is killed has done a part. Not for a transaction.
 * @param where selects them by an index, and selects no row that somebody changes
 * @returns how many there were
 */
export async function deleteInBatches(
  db: Db,
  table: PgTable,
  where: SQL,
  batch = defaultBatch,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await db.execute(batchOf(table, where, batch))
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return deleted
  }
}
