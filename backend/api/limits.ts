import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf, networksOfSite, siteKeysOf } from '~/formats/network'
import { tooManyRequests } from '../domain/refusal'

/**
 * How often a client may try, counted in this process. It is the second line of defence: the app in front has limits
 * too, but a backend that is called directly must not be open to guessing either. An address counts as its network, one
 * of IPv6 as its site too.
 */

export interface Limit {
  /** Counts one attempt. @throws Refusal too_many_requests with the seconds to wait */
  count(...keys: string[]): Promise<void>
  /**
   * Counts one attempt, for cases in which a refusal would reveal something.
   * @returns false if the limit is exceeded
   */
  allows(...keys: string[]): Promise<boolean>
  /** The attempt was good: it does not count. */
  forgive(...keys: string[]): Promise<void>
}

export interface Limits {
  /** By network and account, or the name that no account has. */
  signInByLogin: Limit
  /** By network. */
  signInByAddress: Limit
  /** By network. */
  registration: Limit
  /** Of a password that has to be typed once more, by account; where sessions are ended, by session. */
  passwordTyped: Limit
  /**
   * Of codes that set a new password, by network and name, and by network and account: how often one is requested, and
   * how often one is tried.
   */
  resetRequests: Limit
  resetTried: Limit
  /** The same by the day: one network leaves some of an account's daily codes to its owner. */
  resetRequestsPerDay: Limit
  /** Of inquiries to the company, by network. */
  inquiries: Limit
  /** Logins that are looked up as inviters, by the wider network. */
  inviters: Limit
  /** Answers that reveal a registered e-mail or phone, of changed contacts by account. */
  takenHour: Limit
  takenDay: Limit
  /** The same of registrations, by the address of IPv4 and the wider network of IPv6. */
  takenToNetworkHour: Limit
  takenToNetworkDay: Limit
  /** Exports of an investor's data, by account. */
  exports: Limit
  /** Reports of read notifications over sockets, by investor. */
  notificationReads: Limit
  /** Calls with an idempotency key that run, by investor: each leaves rows in the ledger, the outbox or the keys. */
  keyedCalls: Pick<Limit, 'count'>
}

/** @param factor multiplies every limit (`RATE_LIMIT_FACTOR`) */
export function createLimits(factor: number): Limits {
  return {
    signInByLogin: limit(5 * factor, 60),
    signInByAddress: limit(30 * factor, 60),
    registration: limit(5 * factor, 60),
    passwordTyped: limit(5 * factor, 600),
    resetRequests: limit(5 * factor, 600),
    resetTried: limit(5 * factor, 600),
    resetRequestsPerDay: limit(5 * factor, 86_400),
    inquiries: limit(20 * factor, 60),
    inviters: limit(30 * factor, 60),
    takenHour: limit(5 * factor, 3_600),
    takenDay: limit(20 * factor, 86_400),
    takenToNetworkHour: limit(20 * factor, 3_600),
    takenToNetworkDay: limit(60 * factor, 86_400),
    exports: limit(5 * factor, 86_400),
    notificationReads: limit(120 * factor, 60),
    keyedCalls: both(limit(60 * factor, 60), limit(1_000 * factor, 86_400)),
  }
}

/** Two limits that both apply. An attempt that the first refuses does not count in the second. */
function both(first: Limit, second: Limit): Pick<Limit, 'count'> {
  return {
    async count(...keys) {
      await first.count(...keys)
      await second.count(...keys)
    },
  }
}

function limit(points: number, seconds: number): Limit {
  const whole = Math.max(1, Math.round(points))
  const limiter = new RateLimiterMemory({ points: whole, duration: seconds })
  const ofSite = new RateLimiterMemory({ points: whole * networksOfSite, duration: seconds })
  /** @returns milliseconds to wait, or null */
  async function take(keys: string[]): Promise<number | null> {
    try {
      const site = siteKeysOf(keys)
      await limiter.consume(keyOf(keys))
      if (site) await ofSite.consume(keyOf(site))
      return null
    } catch (reached) {
      if (!(reached instanceof RateLimiterRes)) throw reached
      return reached.msBeforeNext
    }
  }
  return {
    async count(...keys) {
      const waitMs = await take(keys)
      if (waitMs !== null) throw tooManyRequests(waitMs / 1000)
    },
    allows: async (...keys) => (await take(keys)) === null,
    async forgive(...keys) {
      const site = siteKeysOf(keys)
      await limiter.reward(keyOf(keys))
      if (site) await ofSite.reward(keyOf(site))
    },
  }
}

const keyOf = (keys: string[]): string => keys.map(networkOf).join(' ')
