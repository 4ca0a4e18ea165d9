import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { type Visitor, openVisitor, signedIn } from '../support/visitor'
import { type Stranger, startStranger } from '../stranger/stranger'

/** The product on the server of a company that has never seen it: its pages, and the way of the money. */

const publicPages = [
  '/',
  '/about',
  '/investors',
  '/faq',
  '/news',
  '/team',
  '/vacancies',
  '/contacts',
  '/risk',
  '/login',
  '/register',
]
const cabinetPages = [
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
  '/cabinet/settings/password',
  '/cabinet/settings/payment-systems',
  '/cabinet/settings/verification',
  '/cabinet/settings/language',
  '/cabinet/settings/data',
]

describe.each(['ru', 'en'] as const)('on the upstream of a stranger, in %s,', (language) => {
  let stranger: Stranger
  let app: RunningApp
  let investor: Visitor

  beforeAll(async () => {
    stranger = await startStranger()
    app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    investor = await signedIn(app.url, stranger.investor, language)
  })
  afterAll(async () => {
    await app.stop()
    await stranger.close()
  })

  it.each(publicPages)('%s stands', async (path) => {
    const { status } = await openVisitor(app.url, language).visit(path)
    expect(status).toBe(200)
  })

  it.each(cabinetPages)('%s stands', async (path) => {
    const page = await investor.visit(path)
    expect([page.status, page.url.pathname, page.text]).toEqual([200, path, page.text])
    expect(page.text).not.toMatch(/NaN|undefined|\[object|Invalid Date|null/)
  })
})
