import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf, networksOfSite, siteKeysOf } from '~/formats/network'

/**
 * Limits by visitor on actions that are costly or allow guessing. Limits by network count IPv6 by site as well. A limit
 * answers in its form, so nothing typed is lost. With a store that all instances share the limits hold over all of
 * them; while that store can't be reached, each instance counts separately.
 */

/** Attempts and the seconds in which they are counted. */
const rules = {
  /** By network and login together. */
  signIn: [5, 60],
  /** By network, for all logins together. */
  signInAddress: [30, 60],
  /** By network: pages of sign-in whose scripts ask for what a passkey signs. */
  passkeyOptions: [120, 60],
  /** By network. */
  registration: [5, 60],
  /** By network: inviters' logins that are looked up. */
  inviter: [20, 60],
  /** By user. */
  phoneCode: [5, 600],
  /** By user. */
  emailCode: [5, 600],
  /** By user. */
  phoneResend: [1, 60],
  /** By user; where sessions are ended, by session. */
  currentPassword: [5, 600],
  /** By network and login together. */
  passwordForgot: [5, 600],
  /** By network and login together. */
  passwordReset: [5, 600],
  /** By network: forms that carry no authority and no token. */
  publicForm: [30, 60],
  /** By network: forms that passed without a proof of work after their wait. */
  workWaited: [3, 600],
  /** By network: handshakes of sockets. A browser with many tabs opens one with each page. */
  socket: [240, 60],
} as const

export type LimitName = keyof typeof rules

/** Sending a code uses up its minute: another can be requested in this many seconds. */
export const codeWaitS = rules.phoneResend[1]

/** Failed sign-ins of one login within this time slow the next one down. */
const failuresForgottenS = 15 * 60
const failuresFree = 5
const firstDelayMs = 500
const maxDelayMs = 8_000

/** Forms that cause a message and pass without a proof of work: of one network, and registrations in all. */
const freeForms = { ofNetwork: [3, 3_600], inAllOfHour: [60, 3_600], inAllAtOnce: [20, 600] } as const
/** A used ticket of a proof of work is remembered longer than it is valid. */
const usedTicketS = 2 * 3_600

export interface Limits {
  /** Counts an attempt. @returns seconds to wait, or null if it is allowed */
  take(limit: LimitName, ...keys: string[]): Promise<number | null>
  /** The attempt was a good one: it does not count. */
  giveBack(limit: LimitName, ...keys: string[]): Promise<void>
  /** How long a sign-in for this login is delayed after recent failures; it is never refused for them. */
  signInDelayMs(login: string): Promise<number>
  signInFailed(login: string): Promise<void>
  signInSucceeded(login: string): Promise<void>
  /** Whether the next form that causes a message needs a proof of work. */
  isWorkDue(address: string): Promise<boolean>
  /**
   * Counts such a form, and returns whether it needs a proof of work. Concurrent forms get no more than the free ones
   * without.
   */
  countMessageForm(address: string, isRegistration: boolean): Promise<boolean>
  /** The form caused no message: it does not count. */
  forgiveMessageForm(address: string, isRegistration: boolean): Promise<void>
  isTicketUsed(id: string): Promise<boolean>
  /** Uses a ticket up. @returns false if it was used before */
  useTicket(id: string): Promise<boolean>
  /** The form with this ticket caused no message: the ticket is good again. */
  returnTicket(id: string): Promise<void>
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
  const free = (points: number) => Math.max(1, Math.floor(points * factor))
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, [points, seconds]]) => [
      name,
      {
        own: limiter(name, free(points), seconds),
        site: limiter(`${name}OfSite`, free(points) * networksOfSite, seconds),
      },
    ]),
  ) as Record<LimitName, Record<'own' | 'site', ReturnType<typeof limiter>>>
  const counter = (name: string, seconds: number) => limiter(name, Number.MAX_SAFE_INTEGER, seconds)
  const [formsPerNetwork, formSeconds] = freeForms.ofNetwork
  const ofNetwork = counter('messageForms', formSeconds)
  const ofSite = counter('messageFormsOfSite', formSeconds)
  const inAll = [freeForms.inAllOfHour, freeForms.inAllAtOnce].map(([points, seconds]) => ({
    points: free(points),
    counter: counter(`registrations${seconds}`, seconds),
  }))
  const tickets = counter('workTickets', usedTicketS)
  const countOf = async (one: ReturnType<typeof limiter>, key: string) =>
    (await one.get(key))?.consumedPoints ?? 0
  const failures = limiter('signInFailures', Number.MAX_SAFE_INTEGER, failuresForgottenS)

  return {
    async take(limit, ...keys) {
      try {
        const site = siteKeysOf(keys)
        await limiters[limit].own.consume(keyOf(keys))
        if (site) await limiters[limit].site.consume(keyOf(site))
        return null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
    async giveBack(limit, ...keys) {
      const site = siteKeysOf(keys)
      await limiters[limit].own.reward(keyOf(keys))
      if (site) await limiters[limit].site.reward(keyOf(site))
    },
    async signInDelayMs(login) {
      const count = (await failures.get(keyOf([login])))?.consumedPoints ?? 0
      const over = count - Math.floor(failuresFree * factor)
      return over < 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(over, 10))
    },
    async isWorkDue(address) {
      const site = siteKeysOf([address])
      if ((await countOf(ofNetwork, keyOf([address]))) >= free(formsPerNetwork)) return true
      if (site && (await countOf(ofSite, keyOf(site))) >= free(formsPerNetwork) * networksOfSite) return true
      const counts = await Promise.all(inAll.map(({ counter: one }) => countOf(one, 'all')))
      return inAll.some(({ points }, at) => counts[at]! >= points)
    },
    async countMessageForm(address, isRegistration) {
      const site = siteKeysOf([address])
      const { consumedPoints: own } = await ofNetwork.consume(keyOf([address]))
      const ofItsSite = site ? (await ofSite.consume(keyOf(site))).consumedPoints : 0
      const counts = await Promise.all(
        inAll.map(async ({ counter: one }) =>
          isRegistration ? (await one.consume('all')).consumedPoints : countOf(one, 'all'),
        ),
      )
      return (
        own > free(formsPerNetwork) ||
        ofItsSite > free(formsPerNetwork) * networksOfSite ||
        inAll.some(({ points }, at) => counts[at]! > points)
      )
    },
    async forgiveMessageForm(address, isRegistration) {
      const site = siteKeysOf([address])
      await ofNetwork.reward(keyOf([address]))
      if (site) await ofSite.reward(keyOf(site))
      if (isRegistration) await Promise.all(inAll.map(({ counter: one }) => one.reward('all')))
    },
    isTicketUsed: async (id) => (await countOf(tickets, id)) > 0,
    useTicket: async (id) => (await tickets.consume(id)).consumedPoints === 1,
    async returnTicket(id) {
      await tickets.delete(id)
    },
    async signInFailed(login) {
      await failures.consume(keyOf([login]))
    },
    async signInSucceeded(login) {
      await failures.delete(keyOf([login]))
    },
  }
}

/** Typed names can be long and of any case; a key is short and in one case. An address counts as its network. */
function keyOf(parts: string[]): string {
  return parts.map((part) => networkOf(part.trim().toLowerCase().slice(0, 254))).join('|')
}
