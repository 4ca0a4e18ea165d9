import { type SQL, sql } from 'drizzle-orm'
import { networkOf, sitePrefixOf } from '~/formats/network'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { tooManyRequests } from '../domain/refusal'
import { type Message } from './transport'

/**
 * How many messages leave the house. Every SMS costs money and every unasked message annoys somebody, so the rows of
 * the outbox are counted before another one is written: what counts is stored, holds over restarts and is the same for
 * every backend on the database.
 *
 * Codes and notices have separate quotas. Anybody can ask for a code to somebody's number, and whoever uses up that
 * quota must not silence what the owner has to know. Each kind of notice is counted by itself for the same reason. A
 * notice by SMS costs as much as a code, so these are bounded together as well.
 *
 * Codes for a phone are counted by the network that asks for them, too: one that makes up accounts and numbers without end
 * would leave no code of the day to anybody else.
 */

export interface MessageQuotas {
  /** Codes of one kind to one number or address, an hour. */
  perRecipientHour: number
  /** Codes of one kind to one number, a day. */
  smsPerNumber: number
  /**
   * Codes to the numbers that differ in their last four digits only, a day, and as many notices. Rented ranges are
   * blocks of such numbers.
   */
  smsPerPrefix: number
  /** Codes by SMS to everybody, a day, and as many notices. */
  smsPerDay: number
  /** Codes for a phone that one network asks for, a day. */
  smsPerNetwork: number
  /** The same of all networks of one IPv6 /48 together. */
  smsPerWideNetwork: number
  /** Codes of one kind to one address, a day. */
  mailPerAddress: number
  /** Codes by mail to everybody, a day. */
  mailPerDay: number
  /** Codes of one kind that an account asks for, whatever the recipients, an hour. */
  perAccountHour: number
  /** Notices of one kind to one recipient, a day. */
  noticesPerKind: number
  /** Notices of all kinds to one number, a day: more than of one kind, which alone must not silence the others. */
  noticesPerNumber: number
}

export const defaultQuotas: MessageQuotas = {
  perRecipientHour: 3,
  smsPerNumber: 5,
  smsPerPrefix: 30,
  smsPerDay: 2_000,
  smsPerNetwork: 50,
  smsPerWideNetwork: 200,
  mailPerAddress: 5,
  mailPerDay: 5_000,
  perAccountHour: 5,
  noticesPerKind: 10,
  noticesPerNumber: 20,
}

/** The quotas multiplied by `RATE_LIMIT_FACTOR`; none falls below one message. */
export function scaleQuotas(quotas: MessageQuotas, factor: number): MessageQuotas {
  const scaled = Object.entries(quotas).map(([name, count]: [string, number]) => [
    name,
    Math.max(1, Math.round(count * factor)),
  ])
  return Object.fromEntries(scaled) as MessageQuotas
}

const hourMs = 60 * 60_000
const prefixDropsDigits = 4
/** The operator is warned when this share of a daily total is used. */
const warnShare = 0.8

type Log = { warn(details: object, message: string): void }

/** Codes are what somebody asks for; everything else is a notice. */
export const isCode = (kind: string): boolean => kind.endsWith('_code')

/**
 * Counts one more code that is about to be written in `tx`. The lock of its channel is held until the transaction ends,
 * so of many at once no more than the quota get through.
 * @param asked.from the address on the network that asks for it; null where that is not counted
 * @throws Refusal network_quota where the network has had its codes, before anything of the recipient is looked at; else
 * too_many_requests, the same for every quota, so the answer tells nothing about the recipient. Both with the seconds
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
  const perRecipient = isSms ? quotas.smsPerNumber : quotas.mailPerAddress
  const perDay = isSms ? quotas.smsPerDay : quotas.mailPerDay
  const isAskedByStrangers = kind === 'password_code'
  // Codes for a new password are counted apart: whoever uses up those of registrations closes nobody's way back.
  const sameUse = isAskedByStrangers ? sql`kind = 'password_code'` : sql`kind <> 'password_code'`
  const windows: Window[] = [
    ...(from === null ? [] : networkWindows(from, quotas)),
    { scope: 'recipient hour', which: toRecipient, windowMs: hourMs, limit: quotas.perRecipientHour },
    {
      scope: 'recipient day',
      which: toRecipient,
      windowMs: dayMs,
      // Strangers can ask for these, so twice as many are left for the owner.
      limit: isAskedByStrangers ? 2 * perRecipient : perRecipient,
    },
    ...(isAskedByStrangers
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
 * Refuses whom `takeCodeQuota` would refuse for the network, without a lock and without counting: before it is looked
 * whose number it is, so that the refusal tells nothing of that.
 * @throws Refusal network_quota
 */
export async function refuseUsedUpNetwork(db: Db, from: string, options: QuotaOptions): Promise<void> {
  await refuseUsedUp(db, 'sms', networkWindows(from, options.quotas), options)
}

/** Forgets where the codes of earlier days were asked for: it is of no use any more. @param now real time */
export async function forgetAskers(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  await db.execute(
    sql`update outbox set network = null where network is not null and created_at <= ${dayAgo}::timestamptz`,
  )
}

interface QuotaOptions {
  quotas: MessageQuotas
  now: Date
  log: Log
}

/** What is counted together, and how much of it there may be. */
interface Window {
  scope: string
  which: SQL
  windowMs: number
  limit: number
  /** What whoever asks for one more is told, where it is not too_many_requests. */
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
 * Refuses where one of the windows is full; the first of them says with what.
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

/**
 * Counts one more notice that is about to be written in `tx`. By mail only those of its kind to its recipient count: there
 * is no total, so that none is held back for other people's messages. By SMS there are totals too, and their lock is
 * held until the transaction ends; a transaction that posts codes as well posts them after its notices.
 * @returns the quota that is used up, as the log names it; null where the notice may be sent
 */
export async function takeNoticeQuota(
  tx: Db,
  { channel, recipient, kind }: Pick<Message, 'channel' | 'recipient' | 'kind'>,
  { quotas, now, log }: QuotaOptions,
): Promise<string | null> {
  const isSms = channel === 'sms'
  await tx.execute(
    isSms
      ? sql`select pg_advisory_xact_lock(${locks.smsNotices})`
      : sql`select pg_advisory_xact_lock(hashtextextended(${`notice ${kind} ${recipient}`}, 0))`,
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
  if (used.sameKind >= quotas.noticesPerKind) return 'recipient and kind day'
  if (!isSms) return null
  if (used.number >= quotas.noticesPerNumber) return 'recipient day'
  if (used.prefix >= quotas.smsPerPrefix) return 'prefix day'
  if (used.total >= quotas.smsPerDay) return 'total day'
  warnNearTotal('notices', channel, used.total + 1, quotas.smsPerDay, log)
  return null
}

/** `anna+1@example.org` and `anna+2@example.org` are read by one person. A phone number has no `@` and stays whole. */
const mailbox = (address: SQL) => sql`regexp_replace(${address}, '\\+[^@]*@', '@')`

const isOfPrefix = (phone: string) =>
  sql`left(recipient, ${sql.raw(String(-prefixDropsDigits))}) = ${phone.slice(0, -prefixDropsDigits)}`

/** Once when the share is passed and once when the total is reached, not with every message after it. */
function warnNearTotal(
  what: 'codes' | 'notices',
  channel: Message['channel'],
  used: number,
  limit: number,
  log: Log,
): void {
  if (used === limit)
    log.warn({ channel, used, limit }, `the daily total of ${what} is used up: no more are sent`)
  else if (used === Math.ceil(limit * warnShare))
    log.warn({ channel, used, limit }, `most of the daily total of ${what} is used`)
}
