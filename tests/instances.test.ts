import { journeysOn, expect } from './support/built-journey'
import { newInvestor } from './support/investor'
import { Answer, signedIn } from './support/visitor'

/** Two instances of the app on one Redis act as one product: they share sessions, submissions and limits. */

const redisUrl = process.env['REDIS_URL_TEST']
const test = journeysOn({ env: { REDIS_URL: redisUrl ?? '' } }).extend(
  'other',
  { scope: 'file' },
  ({ stack }) => stack.startInstance(),
)

/** The same page, with its form addressed to another instance. */
const at = (instance: string, page: Answer): Answer =>
  new Answer(page.status, new URL(page.url.pathname, instance), page.html)

test.skipIf(!redisUrl)(
  'a form that is sent to both at the same time moves money once',
  async ({ stack, other }) => {
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, 'en')
    const page = await visitor.visit('/cabinet/top-up')
    const values = { system: 'usdt-trc20', amount: '50' }
    const posts = [page, at(other, page)].flatMap((one) => [one, one, one])
    const answers = await Promise.all(posts.map((one) => visitor.submit(one, 'name="submission"', values)))
    expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(1)
    expect(new Set(answers.map(({ url }) => url.pathname)).size).toBe(1)
    expect(answers[0]?.url.pathname).toMatch(/^\/cabinet\/top-up\/[^/]+$/)
  },
)

test.skipIf(!redisUrl)(
  'a visitor who signs out at one is signed out at the other',
  async ({ stack, other }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
    const page = await visitor.visit(`${other}/cabinet`)
    expect(page.url.pathname).toBe('/cabinet')
    await visitor.submit(page, 'action="/logout"')
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
  },
)
