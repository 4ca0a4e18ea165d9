import { sql } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'

/** Messages of a channel that the transport could not send. */
export interface Unsent {
  channel: 'email' | 'sms'
  /** Still tried again. */
  waiting: number
  /** Given up within the last day. */
  lost: number
  /** Real time: when the oldest of them was written. */
  since: Date
}

/** Longer than any message is tried: an older one is not looked at. */
const oldestDays = 4
/** A younger message may be on its way for the first time. */
const firstTryMs = 60_000

/** By channel; none of a channel whose messages are all sent. A message without a try is not among them. */
export async function unsentMessages(db: Db, realNow: Date): Promise<Unsent[]> {
  const ago = (ms: number) => sql`${new Date(realNow.getTime() - ms).toISOString()}::timestamptz`
  const { rows } = await db.execute<Omit<Unsent, 'since'> & { since: string }>(sql`
    select channel, count(*) filter (where given_up_at is null)::int as waiting,
      count(*) filter (where given_up_at is not null)::int as lost, min(created_at) as since
    from outbox
    where sent_at is null and attempts > 0 and created_at > ${ago(oldestDays * dayMs)}
      and (given_up_at > ${ago(dayMs)} or given_up_at is null and created_at <= ${ago(firstTryMs)})
    group by channel order by channel`)
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}
