import { sql } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { type QuotaOptions, isOfPrefix, warnNearTotal } from './quotas'
import { type Message } from './transport'

/**
 * Counts one more notification that is about to be written in `tx`. By mail only those of the same kind to the same
 * recipient count: there is no total, so that other people's messages can't suppress it. By SMS there are totals too,
 * and their lock is held until the transaction ends; a transaction that posts codes as well posts them after its
 * notifications.
 * @returns the quota that is used up, as the log names it; null where the notification may be sent
 */
export async function takeNotificationQuota(
  tx: Db,
  { channel, recipient, kind }: Pick<Message, 'channel' | 'recipient' | 'kind'>,
  { quotas, now, log }: QuotaOptions,
): Promise<string | null> {
  const isSms = channel === 'sms'
  await tx.execute(
    isSms
      ? sql`select pg_advisory_xact_lock(${locks.smsNotifications})`
      : sql`select pg_advisory_xact_lock(hashtextextended(${`notification ${kind} ${recipient}`}, 0))`,
  )
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const toRecipient = sql`recipient = ${recipient}`
  const { rows } = await tx.execute<{ sameKind: number; number: number; prefix: number; total: number }>(sql`
    select (count(*) filter (where ${toRecipient} and kind = ${kind}))::int as "sameKind",
      (count(*) filter (where ${toRecipient}))::int as number,
      (count(*) filter (where ${isOfPrefix(recipient)}))::int as prefix,
      count(*)::int as total
    from outbox
    where channel = ${channel} and right(kind, 5) <> '_code' and created_at > ${dayAgo}::timestamptz
      and ${isSms ? sql`true` : toRecipient} and (sent_at is not null or given_up_at is null)`)
  const used = rows[0]! // an aggregate has one row
  if (used.sameKind >= quotas.notificationsPerKind) return 'recipient and kind day'
  if (!isSms) return null
  if (used.number >= quotas.notificationsPerNumber) return 'recipient day'
  if (used.prefix >= quotas.smsPerPrefix) return 'prefix day'
  if (used.total >= quotas.smsPerDay) return 'total day'
  warnNearTotal('notifications', channel, used.total + 1, quotas.smsPerDay, log)
  return null
}
