/**
 * Notifies investors that a rest of their withdrawals has ended. Invariants: the state ends by the clock and not by this
 * job; an end is taken by the statement that finds it and notified of in the same transaction, so that it is notified of
 * once, also if this runs twice or is killed.
 */
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { type FundsContext } from '../funds/context'
import { notify } from '../notifications/events'

/** Runs in the caller's transaction. */
export async function endRests(tx: Db, { now, newId }: Pick<FundsContext, 'now' | 'newId'>): Promise<void> {
  const { rows } = await tx.execute<{ userId: string; at: string }>(sql`
    with ended as (
      select id, withdrawals_rest_until as at from users
      where withdrawals_rest_until <= ${now.toISOString()}::timestamptz and frozen_at is null
      order by id collate "C" for no key update skip locked
    )
    update users set withdrawals_rest_until = null, withdrawals_rest_reason = null
    from ended where users.id = ended.id
    returning users.id as "userId", ended.at`)
  const events = rows.map(({ userId, at }) => ({ userId, at: new Date(at) }))
  await notify(
    tx,
    newId,
    events.map((event) => ({ ...event, kind: 'withdrawals_rested' as const, values: {} })),
  )
}
