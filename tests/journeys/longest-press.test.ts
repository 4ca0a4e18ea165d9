import { currentPassword, newInvestor } from '../support/investor'
import { expect, journeysOn } from '../support/in-process-faulty-journey'
import { stepUp } from '../support/step-up'
import { signedIn } from '../support/visitor'

/** How long a press takes on the timeouts that the product has by default, where nothing that changes something answers. */

const defaults = { GET: '10000', MONEY: '30000', PART: '1500' }
const test = journeysOn({
  env: Object.fromEntries(Object.entries(defaults).map(([part, ms]) => [`UPSTREAM_TIMEOUT_${part}_MS`, ms])),
})

const maxMs = 12_000

test('no press hangs longer than 12 s before its reader is told what is going on', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const visitor = await signedIn(stack.url, investor, 'en')
  await stepUp(visitor)
  const form = await visitor.visit('/cabinet/deposits/new')
  const values = { planId: 'breeze', currency: 'USDT', amount: '300' }
  const review = await visitor.submit(form, 'name="amount"', values)
  const password = await visitor.visit('/cabinet/settings/password')
  const typed = { currentPassword, password: 'High-tide-at-9', passwordRepeat: 'High-tide-at-9' }
  for (const method of ['POST', 'PATCH']) stack.faulty.fail('hangs', { method, path: /./ })

  const pressed = await Promise.all([
    visitor.submit(review, 'name="figures"'),
    visitor.submit(password, 'name="passwordRepeat"', typed),
  ])
  expect(pressed.map(({ status }) => status)).toEqual([200, 200])
  expect(pressed[0].url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(pressed[1].url.pathname).toMatch(/^\/answer\//)
  const posts = postsIn(stack.log()).slice(-2)
  expect(posts.map(({ path }) => path).sort()).toEqual([
    '/cabinet/deposits/new',
    '/cabinet/settings/password',
  ])
  for (const { ms } of posts) expect(ms).toBeLessThan(maxMs)
})

/** The posts in the app's log, oldest first, each with the time from its arrival to the end of its answer. */
function postsIn(log: string): { path: string; ms: number }[] {
  const lines = log.split('\n').filter((line) => /"method":"POST","path":.*"ms":/.test(line))
  return lines.map((line) => JSON.parse(line) as { path: string; ms: number })
}
