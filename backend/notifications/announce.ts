import { type SQL, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'

/**
 * Announces stored notifications in the same transaction, so that NOTIFY is delivered only on commit. Every insert of a
 * notification is announced.
 */

/** The channel of PostgreSQL that announcements go through. */
export const storedChannel = 'notifications_stored'

/** A notification and whose it is; without an id, something of theirs has changed that has no notification. */
export type Announced = [id: string | null, userId: string]

/** The maximum of one announcement: PostgreSQL's limit is 8,000 bytes, and two ids have 64 characters each. */
const maxOfOne = 50

/**
 * The statement that announces rows with `id` and `user_id`. Each row of its result is one announcement, with the
 * `count` of its notifications.
 */
export const announcing = (stored: SQL): SQL => sql`
  select count(*)::int as count,
    pg_notify(${storedChannel}, json_agg(json_build_array(id, user_id) order by id)::text)
  from (
    select id, user_id, (row_number() over (order by id) - 1) / ${maxOfOne}::int as part from ${stored}
  ) as numbered
  group by part order by part`

/** Announces that what an investor's pages show has changed, without a notification. */
export async function announceChange(tx: Db, userId: string): Promise<void> {
  const changed: Announced[] = [[null, userId]]
  await tx.execute(sql`select pg_notify(${storedChannel}, ${JSON.stringify(changed)})`)
}

/** Announces notifications that this transaction has stored. */
export async function announce(tx: Db, stored: { id: string; userId: string }[]): Promise<void> {
  if (stored.length === 0) return
  const ids = sql.param(stored.map(({ id }) => id))
  const users = sql.param(stored.map(({ userId }) => userId))
  await tx.execute(announcing(sql`unnest(${ids}::text[], ${users}::text[]) as given (id, user_id)`))
}
