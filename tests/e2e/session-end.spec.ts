import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy'
import { type Investor, newInvestor } from '../support/investor'
import { type WatchedStack, expect, startWatchedStack, test as journey } from '../support/journey'
import { type Answer, signedIn, type Visitor } from '../support/visitor'

/** What somebody had typed when the upstream ended their session: sent nowhere, kept, and given back to them alone. */

let faulty: FaultyProxy

const test = journey.extend<object, { stack: WatchedStack }>({
  stack: [
    async ({}, use) => {
      const stack = await startWatchedStack({
        between: async (backendUrl) => (faulty = await startFaultyProxy(backendUrl)),
      })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Posts a top-up that meets the end of the session; the answer is the page of signing in. */
async function postAtTheEnd(
  stack: WatchedStack,
): Promise<{ investor: Investor; visitor: Visitor; login: Answer }> {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const page = await visitor.visit('/cabinet/top-up')
  faulty.fail('answers 401', { method: 'POST', path: /^\/api\/funds\/refills/ })
  const login = await visitor.submit(page, 'name="amount"', { system: 'usdt-trc20', amount: '701.25' })
  faulty.heal()
  expect(login.text).toContain('Session time expired')
  return { investor, visitor, login }
}

const signIn = (visitor: Visitor, page: Answer, { login, password }: Investor) =>
  visitor.submit(page, 'name="password"', { login, password })

test('comes back after signing in, once, and is not sent by itself', async ({ stack }) => {
  const { investor, visitor, login } = await postAtTheEnd(stack)
  const back = await signIn(visitor, login, investor)
  expect(back.url.pathname).toBe('/cabinet/top-up')
  expect(back.html).toContain('value="701.25"')
  expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)
  expect((await visitor.visit('/cabinet/top-up')).html).not.toContain('value="701.25"')
})

test('is not given to another login', async ({ stack }) => {
  const { visitor, login } = await postAtTheEnd(stack)
  const back = await signIn(visitor, login, await newInvestor(stack.backendUrl))
  expect(back.url.pathname).toBe('/cabinet/top-up')
  expect(back.html).not.toContain('701.25')
})
