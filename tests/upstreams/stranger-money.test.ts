import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { tronWallet } from '../support/investor'
import { type Visitor, signedIn } from '../support/visitor'
import { type Deviation } from '../stranger/deviations'
import { type Stranger, startStranger } from '../stranger/stranger'

/** The way of the money on a company's own server, which knows no idempotency key and no outcomes: each thing happens once. */

const manners: Deviation[][] = [
  [],
  ['changes-204'],
  ['changes-success'],
  ['ids-uuids', 'money-strings'],
  ['lists-data-meta'],
]

describe.each(manners.map((deviations) => [deviations.join(', ') || 'nothing more', deviations] as const))(
  'on the upstream of a stranger, with %s,',
  (_title, deviations) => {
    let stranger: Stranger
    let app: RunningApp
    let investor: Visitor
    const sent = (path: string) =>
      stranger.requests.filter((one) => one.method === 'POST' && one.path.startsWith(`/api${path}`)).length

    beforeAll(async () => {
      stranger = await startStranger({ deviations: [...deviations] })
      app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
      investor = await signedIn(app.url, stranger.investor, 'en')
    })
    afterAll(async () => {
      await app.stop()
      await stranger.close()
    })

    const systemOf = (page: {
      $: Visitor extends never ? never : Awaited<ReturnType<Visitor['visit']>>['$']
    }) => page.$('[name="system"]').first().attr('value') ?? ''

    it('a top-up is asked for once, and its page tells where to pay', async () => {
      const form = await investor.visit('/cabinet/top-up')
      const made = await investor.submit(form, 'name="amount"', { system: systemOf(form), amount: '150' })
      expect([made.status, sent('/funds/refills')]).toEqual([200, 1])
      expect(made.url.pathname).toMatch(/^\/cabinet\/top-up(\/|$)/)
      expect(made.text).toContain('Request sent')
    })

    it('a deposit is opened once', async () => {
      const form = await investor.visit('/cabinet/deposits/new')
      const planId = form.$('[name="planId"]').first().attr('value') ?? ''
      const review = await investor.submit(form, 'name="amount"', { planId, currency: 'USDT', amount: '100' })
      const made = await investor.submit(review, 'name="figures"')
      expect([made.status, sent('/funds/deposits')]).toEqual([200, 1])
      expect(made.text).toContain('Deposit created')
    })

    it('a withdrawal is asked for once', async () => {
      const form = await investor.visit('/cabinet/withdrawals/new')
      const request = { system: systemOf(form), amount: '50', wallet: tronWallet }
      const review = await investor.submit(form, 'name="wallet"', request)
      const made = await investor.submit(review, 'name="figures"')
      expect([made.status, sent('/funds/payments')]).toEqual([200, 1])
      expect(made.text).toContain('Request sent')
    })
  },
)
