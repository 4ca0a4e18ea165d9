import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from './network.server'

/**
 * How often one visitor may try what costs us or guesses secrets (requirement 16). A limit answers in the form it is
 * for, so nothing typed is lost. With a store that all instances share the limits hold over all of them; when that
 * store can't be reached, each instance counts by itself.
 */

/** Attempts and the seconds in which they are counted. */
const rules = {
  /** By address and login together. */
  signIn: [5, 60],
  /** By address, whatever the login. */
  signInAddress: [30, 60],
  /** By address. */
  registration: [5, 60],
  /** By user. */
  phoneCode: [5, 600],
  /** By user. */
  phoneResend: [1, 60],
  /** By user. */
  currentPassword: [5, 600],
  /** By address and login together. */
  passwordForgot: [5, 600],
  /** By address and login together. */
  passwordReset: [5, 600],
  /** By address: forms that carry no authority and no token. */
  publicForm: [30, 60],
} as const

export type LimitName = keyof typeof rules

/** A code that has just been sent is the minute's one: another can be asked for in this many seconds. */
export const codeWaitS = rules.phoneResend[1]

/** Failed sign-ins of one login within this time slow the next one down. */
const failuresForgottenS = 15 * 60
const failuresFree = 5
const firstDelayMs = 500
const longestDelayMs = 8_000

export interface Limits {
  /** Counts an attempt. @returns seconds to wait, or null when it may go on */
  take(limit: LimitName, ...keys: string[]): Promise<number | null>
  /** How long a sign-in for this login waits, by its failures of late; it is never refused for them. */
  signInDelayMs(login: string): Promise<number>
  signInFailed(login: string): Promise<void>
  signInSucceeded(login: string): Promise<void>
}

interface LimitOptions {
  /** Multiplies every limit. */
  factor: number
  /** A client of node-redis; null counts in this process. */
  redis: unknown
}

export function createLimits({ factor, redis }: LimitOptions): Limits {
  const limiter = (keyPrefix: string, points: number, duration: number) => {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration })
    if (!redis) return memory
    return new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      keyPrefix: `limit:${keyPrefix}`,
      points,
      duration,
      insuranceLimiter: memory,
    })
  }
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, [points, seconds]]) => [
      name,
      limiter(name, Math.max(1, Math.floor(points * factor)), seconds),
    ]),
  ) as Record<LimitName, ReturnType<typeof limiter>>
  const failures = limiter('signInFailures', Number.MAX_SAFE_INTEGER, failuresForgottenS)

  return {
    async take(limit, ...keys) {
      try {
        await limiters[limit].consume(keyOf(keys))
        return null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
    async signInDelayMs(login) {
      const count = (await failures.get(keyOf([login])))?.consumedPoints ?? 0
      const over = count - Math.floor(failuresFree * factor)
      return over < 0 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(over, 10))
    },
    async signInFailed(login) {
      await failures.consume(keyOf([login]))
    },
    async signInSucceeded(login) {
      await failures.delete(keyOf([login]))
    },
  }
}

/** What is typed can be long and of any case; a key is neither. An address counts as its network. */
function keyOf(parts: string[]): string {
  return parts.map((part) => networkOf(part.trim().toLowerCase().slice(0, 254))).join('|')
}
