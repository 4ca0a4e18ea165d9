import { type ServerResponse } from 'node:http'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf, networksOfSite, siteOf } from '~/formats/network'
import { Refusal } from '~/session/refusal.server'
import { sessionOf } from '~/session/sessions.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

/**
 * How many pages are rendered for one visitor. Rendering is this process's largest cost, and it has one processor: a
 * visitor who loads page after page slows down everybody's sign-in. The count is in this process's memory and not in
 * a shared store, since this process is what it protects. Limits by network count IPv6 by site as well. Cached pages
 * cost nothing and are not counted.
 */

/** Pages and the seconds in which they are counted. */
const rules = {
  /** By network: public pages whose addresses anyone can invent, by query parameters or a route parameter. */
  madeUp: [60, 60],
  /** By network: pages for visitors who are not signed in. */
  anonymous: [240, 60],
  /** By session. A page with pictures requests many of them. */
  session: [600, 60],
} as const

export interface RenderLimits {
  /** Counts one page. @returns seconds to wait, or null when it may be rendered */
  take(limit: keyof typeof rules, key: string): Promise<number | null>
  /** No page was rendered after all: it does not count. */
  giveBack(limit: keyof typeof rules, key: string): Promise<void>
}

/** @param factor multiplies every limit (`RATE_LIMIT_FACTOR`) */
export function createRenderLimits(factor: number): RenderLimits {
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, [count, duration]]) => {
      const points = Math.max(1, Math.floor(count * factor))
      const own = new RateLimiterMemory({ points, duration })
      return [name, { own, site: new RateLimiterMemory({ points: points * networksOfSite, duration }) }]
    }),
  ) as Record<keyof typeof rules, Record<'own' | 'site', RateLimiterMemory>>
  return {
    async take(limit, key) {
      try {
        const site = siteOf(key)
        await limiters[limit].own.consume(networkOf(key))
        if (site) await limiters[limit].site.consume(site)
        return null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
    async giveBack(limit, key) {
      const site = siteOf(key)
      await limiters[limit].own.reward(networkOf(key))
      if (site) await limiters[limit].site.reward(site)
    },
  }
}

/**
 * Refuses pages of the application to a visitor over the limit. A form that its own page answers with errors costs as
 * much as a page, and this is known only at the end: so each posted form counts until it is answered by something
 * else, mostly a redirect. Comes after `openSessions`.
 */
export function limitRenders(limits: RenderLimits): Middleware {
  return (req, res, next) => {
    const { session } = sessionOf(req)
    const [limit, key]: Parameters<RenderLimits['take']> = session.user
      ? ['session', session.id]
      : ['anonymous', requestInfoOf(req).address]
    limits.take(limit, key).then((wait) => {
      if (wait !== null) return next(new Refusal('too_many_pages', wait))
      const isRead = req.method === 'GET' || req.method === 'HEAD'
      if (!isRead) res.once('finish', () => isPage(res) || void limits.giveBack(limit, key))
      next()
    }, next)
  }
}

const isPage = (res: ServerResponse) => String(res.getHeader('content-type')).startsWith('text/html')
