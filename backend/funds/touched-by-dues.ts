import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'

/**
 * Whom the accruals that are due concern together with an investor who acts. An accrual that is due touches its owner
 * and the inviter, who gets matching; what is due of either has to be booked before it, and so on along the tree, as
 * far as deposits are due. Mostly nothing is due at all, and that is one look at an index.
 * @param options.inviters levels above the investor that the act itself will pay
 * @returns the investor, those inviters and everybody whom the dues connect with them; null when nothing is due
 */
export async function touchedByDues(
  db: Db,
  { userId, inviters, now }: { userId: string; inviters: number; now: Date },
): Promise<string[] | null> {
  const isDue = sql`next_accrual_at <= ${now.toISOString()}::timestamptz`
  const { rows: firstDue } = await db.execute(sql`select 1 from deposits where ${isDue} limit 1`)
  if (firstDue.length === 0) return null
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive due as materialized (
      select distinct users.id as a, inviter_id as b from deposits join users on users.id = deposits.user_id
      where ${isDue} and inviter_id is not null
    ), connected as materialized (
      select a, b from due union select b, a from due
    ), chain as (
      select id, inviter_id, 0 as level from users where id = ${userId}
      union all
      select users.id, users.inviter_id, level + 1 from chain join users on users.id = chain.inviter_id
      where level < ${inviters}
    ), touched as (
      select id from chain
      union
      select connected.b from touched join connected on connected.a = touched.id
    )
    select id from touched`)
  return rows.map(({ id }) => id)
}
