import { sql } from 'drizzle-orm'
import { type Message } from './transport'

/**
 * How many messages are sent. Every SMS costs money and every unwanted message annoys its recipient, so the rows of the
 * outbox are counted before another one is written: the count is stored, survives restarts and is the same for every
 * backend on the database.
 *
 * Codes and notifications have separate quotas. Anyone can request a code to another person's number, and using up that
 * quota must not suppress notifications to the owner. Each kind of notification is counted by itself for the same
 * reason. A notification by SMS costs as much as a code, so these are bounded together as well.
 */

export interface MessageQuotas {
  /** Codes of one kind to one number or address, an hour. */
  perRecipientHour: number
  /** Codes of one kind to one number, a day. */
  smsPerNumber: number
  /**
   * Codes to the numbers that differ in their last four digits only, a day, and as many notifications. Rented ranges are
   * blocks of such numbers.
   */
  smsPerPrefix: number
  /** Codes by SMS to all recipients, a day, and as many notifications. */
  smsPerDay: number
  /** Codes for a phone that one network requests, a day. */
  smsPerNetwork: number
  /** The same of all networks of one IPv6 /48 together. */
  smsPerWideNetwork: number
  /** Codes of one kind to one address, a day. */
  mailPerAddress: number
  /** Codes by mail to all recipients, a day. */
  mailPerDay: number
  /** Codes of one kind that an account requests per hour, to all recipients together. */
  perAccountHour: number
  /** Codes of a step-up that one network requests to one recipient, an hour. */
  stepUpPerHour: number
  /** The same, a day; five times as many from all networks together. */
  stepUpMailPerDay: number
  stepUpSmsPerDay: number
  /** Notifications of one kind to one recipient, a day. */
  notificationsPerKind: number
  /** Notifications of all kinds to one number, a day: more than of one kind, which alone must not silence the others. */
  notificationsPerNumber: number
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
  stepUpPerHour: 10,
  stepUpMailPerDay: 40,
  stepUpSmsPerDay: 10,
  notificationsPerKind: 10,
  notificationsPerNumber: 20,
}

/** The quotas multiplied by `RATE_LIMIT_FACTOR`; none falls below one message. */
export function scaleQuotas(quotas: MessageQuotas, factor: number): MessageQuotas {
  const scaled = Object.entries(quotas).map(([name, count]: [string, number]) => [
    name,
    Math.max(1, Math.round(count * factor)),
  ])
  return Object.fromEntries(scaled) as MessageQuotas
}

const prefixDropsDigits = 4
/** The operator is warned when this share of a daily total is used. */
const warnShare = 0.8

type Log = { warn(details: object, message: string): void }

/** Codes are requested by a client; everything else is a notification. */
export const isCode = (kind: string): boolean => kind.endsWith('_code')

export interface QuotaOptions {
  quotas: MessageQuotas
  now: Date
  log: Log
}

/** A row to a number that differs from this one in its last digits only. */
export const isOfPrefix = (phone: string) =>
  sql`left(recipient, ${sql.raw(String(-prefixDropsDigits))}) = ${phone.slice(0, -prefixDropsDigits)}`

/** Once when the share is passed and once when the total is reached, not with every message after it. */
export function warnNearTotal(
  what: 'codes' | 'notifications',
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
