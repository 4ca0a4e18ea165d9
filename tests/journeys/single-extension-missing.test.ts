import { calls } from '~/contract'
import { type FaultyProxy, startFaultyProxy } from '../faults/proxy'
import { expect, journeysOn } from '../support/in-process-journey'
import { currentPassword, demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { openVisitor, signedIn } from '../support/visitor'

/**
 * An upstream that lacks one of the extensions which keep an account its owner's: nothing of it is offered, its calls are not
 * made, and the pages of the others and a withdrawal work.
 */

let proxy: FaultyProxy

const test = journeysOn({
  between: async (backendUrl) => {
    proxy = await startFaultyProxy(backendUrl)
    return proxy
  },
})

/** The pages of each, in the cabinet's settings. */
const pagesOf = {
  secondFactors: ['security/totp', 'security/recovery-codes'],
  passkeys: ['security/passkey'],
  mailPhrase: ['security/mail-phrase'],
  walletList: ['security/wallet-list'],
  activity: ['activity'],
  sessions: ['sessions'],
  withdrawalSafety: [],
  notMe: [],
} satisfies Record<string, string[]>

const names = Object.keys(pagesOf) as (keyof typeof pagesOf)[]
/** Passkeys are second factors, whose calls list and remove them. */
const isGone = (name: string, missing: string) =>
  name === missing || (name === 'passkeys' && missing === 'secondFactors')

async function stepUpWithCodes(backendUrl: string, code: boolean): Promise<void> {
  const operator = await knownInvestor(backendUrl, demoOperator)
  const { value } = await operator.ask('GET', '/settings/limits')
  const limits = { ...(value as object), stepUp: { code } }
  await operator.ask('PATCH', '/ext/operator/settings/limits', { value: limits })
}

const pathOf = (page: string) => `/cabinet/settings/${page}`

for (const missing of names)
  test(`without ${missing} nothing of it is offered, and everything else works`, async ({ stack }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '300' })
    const owned = calls.filter(([, { extension = '' }]) => isGone(extension, missing)).map(([, call]) => call)
    expect(owned).not.toEqual([])
    for (const { method, path } of owned) {
      const pattern = new RegExp(`^/api${path.replace(/\{\w+\??\}/g, '[^/?]+')}(\\?|$)`)
      proxy.fail('answers 404 in words', { method, path: pattern })
    }
    proxy.change({ method: 'GET', path: /^\/api\/settings\/extensions/ }, (body: { value: string[] }) => {
      body.value = body.value.filter((name) => name !== missing)
    })
    // Without second factors it can ask for no code.
    if (missing === 'secondFactors') await stepUpWithCodes(stack.backendUrl, false)
    const since = proxy.requests.length
    try {
      const visitor = await signedIn(stack.url, investor, 'en')
      const security = await visitor.visit(pathOf('security'))
      const profile = await visitor.visit(pathOf('profile'))
      for (const other of names)
        for (const page of pagesOf[other]) {
          const isThere = !isGone(other, missing)
          expect((await visitor.visit(pathOf(page))).status, page).toBe(isThere ? 200 : 404)
          if (!isThere)
            expect([...security.links(pathOf(page)), ...profile.links(pathOf(page))], page).toEqual([])
        }
      const form = await visitor.visit('/cabinet/withdrawals/new')
      const wallet = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }
      const review = await visitor.submit(form, 'name="amount"', wallet)
      const made = await visitor.submit(review, 'name="figures"', { currentPassword })
      expect(made.url.pathname, made.text).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
      expect((await visitor.visit('/cabinet/notifications')).status).toBe(200)
      // Visitors may be shown for a while what was there before.
      if (isGone('passkeys', missing))
        expect((await openVisitor(stack.url, 'en').visit('/login/passkey/options')).status).toBe(404)
      const requested = proxy.requests.slice(since)
      const needless = owned.filter(({ method, path }) =>
        requested.some((line) =>
          new RegExp(`^${method} /api${path.replace(/\{\w+\??\}/g, '[^/?]+')}(\\?|$)`).test(line),
        ),
      )
      expect(needless.map(({ path }) => path)).toEqual([])
    } finally {
      proxy.heal()
      if (missing === 'secondFactors') await stepUpWithCodes(stack.backendUrl, true)
    }
  })
