import { type SQL, sql } from 'drizzle-orm'
import { networkOf, sitePrefixOf } from '~/formats/network'
import { dayMs, hourMs } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { tooManyRequests } from '../domain/refusal'
import { type MessageQuotas, type QuotaOptions, isOfPrefix, warnNearTotal } from './quotas'
import { type Message } from './transport'

/**
 * How many codes are sent. Codes for a phone are counted by the client's network too: one network that makes up
 * accounts and numbers without end would use up the codes of the day for everyone.
 */

/**
 * Counts a code that is about to be written in `tx`. The lock of its channel is held until the transaction ends, so
 * that concurrent codes can't exceed the quota.
 * @param request.from the client's address; null if it is not counted
 * @throws Refusal network_quota when the network has used up its codes, before anything of the recipient is read; else
 * too_many_requests, the same for every quota, so the answer reveals nothing about the recipient. Both with the seconds
 * until the oldest counted message falls out of its window
 */
export async function takeCodeQuota(
  tx: Db,
  request: Pick<Message, 'channel' | 'recipient' | 'kind'> & { userId: string; from: string | null },
  options: QuotaOptions,
): Promise<void> {
  const { channel, recipient, kind, userId, from } = request
  const { quotas, log } = options
  const isSms = channel === 'sms'
  await tx.execute(
    isSms
      ? sql`select pg_advisory_xact_lock(${locks.smsQuota})`
      : sql`select pg_advisory_xact_lock(${locks.mailQuota})`,
  )
  const sameKind = sql`kind = ${kind}`
  const toRecipient = sql`${sameKind} and ${mailbox(sql`recipient`)} = ${mailbox(sql`${recipient}::text`)}`
  const perDay = isSms ? quotas.smsPerDay : quotas.mailPerDay
  if (kind === 'step_up_code') return takeStepUpQuota(tx, request, toRecipient, options)
  const perRecipient = isSms ? quotas.smsPerNumber : quotas.mailPerAddress
  const isRequestedByStrangers = kind === 'password_code'
  // Codes for a new password are counted apart, so that using up those of registrations can't block a recovery.
  const sameUse = isRequestedByStrangers
    ? sql`kind = 'password_code'`
    : sql`kind not in ('password_code', 'step_up_code')`
  const windows: Window[] = [
    ...(from === null ? [] : networkWindows(from, quotas)),
    { scope: 'recipient hour', which: toRecipient, windowMs: hourMs, limit: quotas.perRecipientHour },
    {
      scope: 'recipient day',
      which: toRecipient,
      windowMs: dayMs,
      // Strangers can request these, so twice as many are left for the owner.
      limit: isRequestedByStrangers ? 2 * perRecipient : perRecipient,
    },
    ...(isRequestedByStrangers
      ? []
      : [
          {
            scope: 'account hour',
            which: sql`${sameKind} and user_id = ${userId}`,
            windowMs: hourMs,
            limit: quotas.perAccountHour,
          },
        ]),
    ...(isSms
      ? [
          {
            scope: 'prefix day',
            which: sql`${sameUse} and ${isOfPrefix(recipient)}`,
            windowMs: dayMs,
            limit: quotas.smsPerPrefix,
          },
        ]
      : []),
    { scope: 'total day', which: sameUse, windowMs: dayMs, limit: perDay },
  ]
  const used = await refuseUsedUp(tx, channel, windows, options)
  warnNearTotal('codes', channel, used.at(-1)! + 1, perDay, log) // the total is the last window
}

/**
 * Codes of a step-up. Whoever requests one knows the password, and may be a thief: so they are counted by recipient and
 * network together, and the owner elsewhere has their own. Those by SMS cost money whoever asks for them, so they have a
 * lower limit and the limits of all numbers; those by mail have no other one, so that no account uses up another's.
 */
async function takeStepUpQuota(
  tx: Db,
  { channel, recipient, from }: Pick<Message, 'channel' | 'recipient'> & { from: string | null },
  toRecipient: SQL,
  options: QuotaOptions,
): Promise<void> {
  const { quotas, log } = options
  const own = sql`${toRecipient} and network is not distinct from ${from === null ? null : networkOf(from)}::text`
  const isOfKind = sql`kind = 'step_up_code'`
  const perDay = channel === 'sms' ? quotas.stepUpSmsPerDay : quotas.stepUpMailPerDay
  const windows: Window[] = [
    { scope: 'recipient and network hour', which: own, windowMs: hourMs, limit: quotas.stepUpPerHour },
    { scope: 'recipient and network day', which: own, windowMs: dayMs, limit: perDay },
    { scope: 'recipient day', which: toRecipient, windowMs: dayMs, limit: 5 * perDay },
    ...(channel === 'sms'
      ? [
          {
            scope: 'prefix day',
            which: sql`${isOfKind} and ${isOfPrefix(recipient)}`,
            windowMs: dayMs,
            // More than one number may use up alone.
            limit: Math.max(quotas.smsPerPrefix, 20 * quotas.stepUpSmsPerDay),
          },
          { scope: 'total day', which: isOfKind, windowMs: dayMs, limit: quotas.smsPerDay },
        ]
      : []),
  ]
  const used = await refuseUsedUp(tx, channel, windows, options)
  if (channel === 'sms') warnNearTotal('codes', channel, used.at(-1)! + 1, quotas.smsPerDay, log) // the total is the last window
}

/**
 * Refuses a network that `takeCodeQuota` would refuse, without a lock and without counting. It runs before the number
 * is looked up, so that the refusal reveals nothing about it.
 * @throws Refusal network_quota
 */
export async function refuseUsedUpNetwork(db: Db, from: string, options: QuotaOptions): Promise<void> {
  await refuseUsedUp(db, 'sms', networkWindows(from, options.quotas), options)
}

/**
 * Forgets the client networks of earlier days, which no quota counts any more.
 * @param now real time
 */
export async function forgetAskers(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  await db.execute(
    sql`update outbox set network = null where network is not null and created_at <= ${dayAgo}::timestamptz`,
  )
}

/** A count over a window, and its limit. */
interface Window {
  scope: string
  which: SQL
  windowMs: number
  limit: number
  /** Error code over the limit; too_many_requests by default. */
  code?: 'network_quota'
}

function networkWindows(from: string, quotas: MessageQuotas): Window[] {
  const day = { windowMs: dayMs, code: 'network_quota' as const }
  return [
    {
      ...{ scope: 'network day', limit: quotas.smsPerNetwork, ...day },
      which: sql`network = ${networkOf(from)}`,
    },
    {
      ...{ scope: 'wide network day', limit: quotas.smsPerWideNetwork, ...day },
      // An IPv4 address has no wider network: the prefix is null then, and counts nothing.
      which: sql`starts_with(network, ${sitePrefixOf(from)})`,
    },
  ]
}

/**
 * Refuses if one of the windows is full, with the code of the first full one.
 * @returns how many messages each window has
 */
async function refuseUsedUp(
  tx: Db,
  channel: Message['channel'],
  windows: readonly Window[],
  { now, log }: QuotaOptions,
): Promise<number[]> {
  const since = (windowMs: number) => sql`${new Date(now.getTime() - windowMs).toISOString()}::timestamptz`
  const columns = windows.map(({ which, windowMs }, at) => {
    const counted = sql`filter (where ${which} and created_at > ${since(windowMs)})`
    const [used, first] = [sql.identifier(`used${at}`), sql.identifier(`first${at}`)]
    return sql`count(*) ${counted}::int as ${used}, min(created_at) ${counted} as ${first}`
  })
  const { rows } = await tx.execute<Record<string, number | string | null>>(sql`
    select ${sql.join(columns, sql`, `)} from outbox
    where channel = ${channel} and right(kind, 5) = '_code' and created_at > ${since(dayMs)}`)
  const counts = rows[0]! // an aggregate has one row

  return windows.map(({ scope, limit, windowMs, code }, at) => {
    const used = Number(counts[`used${at}`])
    if (used < limit) return used
    log.warn({ channel, scope, limit }, 'a code was not sent: a quota is used up')
    const freeAt = new Date(counts[`first${at}`] ?? now).getTime() + windowMs
    throw tooManyRequests((freeAt - now.getTime()) / 1000, code)
  })
}

/** `anna+1@example.org` and `anna+2@example.org` are read by one person. A phone number has no `@` and stays whole. */
const mailbox = (address: SQL) => sql`regexp_replace(${address}, '\\+[^@]*@', '@')`
