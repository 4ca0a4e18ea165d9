import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from './problems'

/**
 * How often one may try, held in this process. It is the second line: the app in front counts what it lets through,
 * and a backend that is called by itself must not be open to guessing either.
 */

export interface Limit {
  /** Counts one attempt. @throws Refusal too_many_requests with the seconds to wait */
  count(key: string): Promise<void>
  /** The attempt was good: it does not count. */
  forgive(key: string): Promise<void>
}

export interface Limits {
  signInByLogin: Limit
  signInByAddress: Limit
  registration: Limit
  /** Of a password that has to be typed once more, by account. */
  passwordTyped: Limit
  /** Of codes that set a new password, by address and name: how often one is asked for, and how often one is tried. */
  resetAsked: Limit
  resetTried: Limit
  /** The same by the day: one network leaves some of an account's daily codes to its owner. */
  resetAskedDay: Limit
  /** Of whoever asks something of the company, by address. */
  inquiries: Limit
  /** Logins that are looked up as inviters, by address. */
  inviters: Limit
  /** What is reported read over sockets, by investor. */
  notificationReads: Limit
}

/** @param factor multiplies every limit (`RATE_LIMIT_FACTOR`) */
export function createLimits(factor: number): Limits {
  return {
    signInByLogin: limit(5 * factor, 60),
    signInByAddress: limit(30 * factor, 60),
    registration: limit(5 * factor, 60),
    passwordTyped: limit(5 * factor, 600),
    resetAsked: limit(5 * factor, 600),
    resetTried: limit(5 * factor, 600),
    resetAskedDay: limit(5 * factor, 86_400),
    inquiries: limit(20 * factor, 60),
    inviters: limit(30 * factor, 60),
    notificationReads: limit(120 * factor, 60),
  }
}

function limit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points: Math.max(1, Math.round(points)), duration: seconds })
  return {
    async count(key) {
      try {
        await limiter.consume(key)
      } catch (reached) {
        if (!(reached instanceof RateLimiterRes)) throw reached
        throw tooManyRequests(reached.msBeforeNext / 1000)
      }
    },
    async forgive(key) {
      await limiter.reward(key)
    },
  }
}
