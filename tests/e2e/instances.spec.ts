import { startBalancer } from '../support/balancer'
import { newInvestor, topUp } from '../support/investor'
import { expect, startWatchedStack, test as journey, type WatchedStack } from '../support/journey'
import { signIn } from '../support/steps'
import { heardIn, noteToasts } from '../support/toasts'
import { Answer, signedIn } from '../support/visitor'

/** Two instances of the app on one Redis are one product: sessions, submissions and limits are everywhere the same. */

const redisUrl = process.env['REDIS_URL_TEST']
let other: string

const test = journey.extend<object, { stack: WatchedStack }>({
  stack: [
    async ({}, use) => {
      const stack = await startWatchedStack({ env: { REDIS_URL: redisUrl ?? '' } })
      other = await stack.startInstance()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.skip(!redisUrl, 'no Redis here')

/** The same page, to be sent to the other instance. */
const atOther = (page: Answer): Answer =>
  new Answer(page.status, new URL(page.url.pathname, other), page.html)

test('a form that is sent to both at once moves money once', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const page = await visitor.visit('/cabinet/top-up')
  const values = { system: 'usdt-trc20', amount: '50' }
  const posts = [page, atOther(page)].flatMap((at) => [at, at, at])
  const answers = await Promise.all(posts.map((at) => visitor.submit(at, 'name="submission"', values)))
  expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(1)
  expect(new Set(answers.map(({ url }) => url.pathname)).size).toBe(1)
  expect(answers[0]?.url.pathname).toMatch(/^\/cabinet\/top-up\/[^/]+$/)
})

test('who signs out at one is signed out at the other', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const page = await visitor.visit(`${other}/cabinet`)
  expect(page.url.pathname).toBe('/cabinet')
  await visitor.submit(page, 'action="/logout"')
  expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
})

test.describe('notifications behind a plain round robin', () => {
  const balanced = journey.extend<object, { stack: WatchedStack }>({
    stack: [
      async ({}, use) => {
        const balancer = await startBalancer()
        const stack = await startWatchedStack({
          env: { REDIS_URL: redisUrl ?? '' },
          front: (appUrl) => Promise.resolve(balancer.add(appUrl)),
        })
        await use(stack)
        await stack.stop()
        await balancer.close()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  })
  balanced.skip(!redisUrl, 'no Redis here')

  balanced('are neither lost nor doubled when one of two is killed', async ({ page, stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    await page.addInitScript(noteToasts)
    await signIn(page, investor)
    const heard = () => heardIn(page)
    const tells = async (amount: string) => {
      await topUp(investor, amount)
      await expect.poll(heard, { timeout: 40_000 }).toContain(`${amount}.00`)
    }
    await tells('101')
    await stack.startInstance()
    // The socket stands at the first.
    await stack.kill('app')
    await topUp(investor, '102')
    await tells('103')
    await stack.start('app')
    await tells('104')
    expect(await heard()).toEqual(['101.00', '102.00', '103.00', '104.00'])
  })
})
