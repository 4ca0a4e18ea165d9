import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { levels } from './investors'

/**
 * The investors connected by due accruals with an investor who acts. A due accrual touches its owner and the inviter,
 * who gets matching; one that ends a first term touches every inviter whose reward was held until then. Due accruals of
 * all these have to be booked first, and so on along the tree. Mostly nothing is due, which costs one index lookup.
 * @param options.inviters levels above the investor that the action itself will pay
 * @returns the investor, those inviters and everyone whom the dues connect with them; null if nothing is due
 */
export async function touchedByDues(
  db: Db,
  { userId, inviters, now }: { userId: string; inviters: number; now: Date },
): Promise<string[] | null> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const isDue = sql`next_accrual_at <= ${moment}`
  const { rows: firstDue } = await db.execute(sql`select 1 from deposits where ${isDue} limit 1`)
  if (firstDue.length === 0) return null
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive owners as materialized (
      select user_id, bool_or(holds_rewards and accruals < term_days
        and started_at + term_days * interval '24 hours' <= ${moment}) as releases
      from deposits where ${isDue} group by user_id
    ), due as (
      select user_id as a, inviter_id as b, releases, 1 as level
      from owners join users on users.id = owners.user_id where inviter_id is not null
      union all
      select a, inviter_id, releases, level + 1 from due join users on users.id = due.b
      where releases and level < ${levels} and inviter_id is not null
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
