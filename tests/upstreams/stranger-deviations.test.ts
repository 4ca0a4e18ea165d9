import { describe, expect, it } from 'vitest'
import { startAppOn } from '../support/in-process-app'
import { signedIn } from '../support/visitor'
import { type Deviation, deviations } from '../stranger/deviations'
import { startStranger } from '../stranger/stranger'

/**
 * A company's server that differs in one thing more, whichever it is: nobody is locked out, and no page breaks or shows what
 * is none.
 */

/** Those that end what they are about: each is looked at where it belongs. */
const apart: Deviation[] = [
  'sign-in-refused-400-empty',
  'sign-in-refused-422-empty',
  'wrong-password-401',
  'refusals-success-false',
  'refusals-ok-false',
]
const names = (Object.keys(deviations) as Deviation[]).filter((name) => !apart.includes(name))
const pages = [
  '/',
  '/news',
  '/cabinet',
  '/cabinet/deposits',
  '/cabinet/deposits/new',
  '/cabinet/top-up',
  '/cabinet/withdrawals',
  '/cabinet/withdrawals/new',
  '/cabinet/exchange',
  '/cabinet/operations',
  '/cabinet/referrals',
  '/cabinet/notifications',
  '/cabinet/subscription',
  '/cabinet/settings/profile',
  '/cabinet/settings/payment-systems',
  '/cabinet/settings/verification',
]

describe('the upstream of a stranger', () => {
  it.each(names)('with %s bears every page', async (name) => {
    const stranger = await startStranger({ deviations: [name] })
    const app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    try {
      const investor = await signedIn(app.url, stranger.investor, 'en')
      const broken: unknown[] = []
      for (const path of pages) {
        const page = await investor.visit(path)
        const odd = /NaN|undefined|\[object|Invalid Date|\bnull\b/.exec(page.text)?.[0]
        if (page.status !== 200 || page.url.pathname !== path || odd)
          broken.push([path, page.status, page.url.pathname, odd])
      }
      expect(broken).toEqual([])
    } finally {
      await app.stop()
      await stranger.close()
    }
  })
})
