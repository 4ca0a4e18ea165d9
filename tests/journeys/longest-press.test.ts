import { closableDeposit, currentPassword, newInvestor, tronWallet } from '../support/investor'
import { expect, journeysOn } from '../support/in-process-faulty-journey'
import { stepUp } from '../support/step-up'
import { textsOf } from '../support/texts'
import { type Answer, signedIn } from '../support/visitor'

/** How long a press takes on the timeouts that the product has by default, where nothing that changes something answers. */

const defaults = { GET: '10000', MONEY: '30000', PART: '1500' }
const test = journeysOn({
  env: Object.fromEntries(Object.entries(defaults).map(([part, ms]) => [`UPSTREAM_TIMEOUT_${part}_MS`, ms])),
})

const say = textsOf('en')
const maxMs = 12_000

const typed = { currentPassword, password: 'High-tide-at-9', passwordRepeat: 'High-tide-at-9' }

for (const hanging of [
  ['POST', 'PATCH'],
  ['GET', 'POST', 'PATCH'],
])
  test(`no press hangs longer than 12 s before its reader is told what is going on: ${hanging.join(', ')}`, async ({
    stack,
  }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '1200' })
    const closable = `/cabinet/deposits/${await closableDeposit(investor)}/close`
    const visitor = await signedIn(stack.url, investor, 'en')
    await stepUp(visitor)
    const reviewOf = async (path: string, mark: string, values: Record<string, string>) =>
      visitor.submit(await visitor.visit(path), mark, values)
    const deposit = { planId: 'breeze', currency: 'USDT', amount: '300' }
    const withdrawal = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
    const topUp = await visitor.visit('/cabinet/top-up')
    const closing = await visitor.visit(closable)
    const reviews = [
      await reviewOf('/cabinet/deposits/new', 'name="amount"', deposit),
      await reviewOf('/cabinet/exchange', 'name="amount"', { from: 'USDT', to: 'BTC', amount: '20' }),
      await reviewOf('/cabinet/withdrawals/new?system=usdt-trc20', 'name="wallet"', withdrawal),
    ]
    const password = await visitor.visit('/cabinet/settings/password')
    const before = stack.faulty.requests.length
    for (const method of hanging) stack.faulty.fail('hangs', { method, path: /./ })

    const timed = async (press: Promise<Answer>) => {
      const startedAt = performance.now()
      return { answer: await press, waitedMs: performance.now() - startedAt }
    }
    const pressed = await Promise.all([
      timed(visitor.submit(topUp, 'name="amount"', { system: 'usdt-trc20', amount: '50' })),
      timed(visitor.submit(closing, 'name="submission"')),
      ...reviews.map((review) => timed(visitor.submit(review, 'name="figures"', { currentPassword }))),
      timed(visitor.submit(password, 'name="passwordRepeat"', typed)),
    ])
    // From the press to the page that it leads to.
    for (const { waitedMs } of pressed) expect(waitedMs).toBeLessThan(maxMs)
    const posts = postsIn(stack.log()).slice(-pressed.length)
    expect(posts.map(({ path }) => path).sort()).toEqual(
      [
        closable,
        '/cabinet/deposits/new',
        '/cabinet/exchange',
        '/cabinet/settings/password',
        '/cabinet/top-up',
        '/cabinet/withdrawals/new',
      ].sort(),
    )
    for (const { ms } of posts) expect(ms).toBeLessThan(maxMs)
    // The page that it leads to needs what hangs as well; where only changes hang it is there.
    if (hanging.includes('GET'))
      return expectTruth(
        pressed.map(({ answer }) => answer),
        stack.faulty.requests.slice(before),
      )
    expect(pressed.map(({ answer }) => answer.status)).toEqual(pressed.map(() => 200))
    for (const { answer } of pressed.slice(0, -1))
      expect(answer.url.pathname).toMatch(/^\/cabinet\/submissions\//)
    expect(pressed.at(-1)!.answer.url.pathname).toMatch(/^\/answer\//)
  })

/**
 * Where nothing can be read either, a press is under way, or has failed before anything was sent.
 * @param requests what the app has asked the upstream for, as `POST /api/…`
 */
function expectTruth(answers: readonly Answer[], requests: readonly string[]): void {
  const sent = requests.filter((request) => !request.startsWith('GET '))
  for (const answer of answers) {
    const isUnderWay = answer.url.pathname.startsWith('/answer/')
    expect(answer.textOf('main h1')).toBe(say(isUnderWay ? 'auth:late.running' : 'errors:page.failure'))
  }
  // Whoever is told that it did not work sends it again.
  for (const path of ['/funds/refills', '/funds/deposits', '/exchange', '/funds/payments'])
    expect(sent.filter((request) => request.endsWith(path))).toEqual([])
}

/** The posts in the app's log, oldest first, each with the time from its arrival to the end of its answer. */
function postsIn(log: string): { path: string; ms: number }[] {
  const lines = log.split('\n').filter((line) => /"method":"POST","path":.*"ms":/.test(line))
  return lines.map((line) => JSON.parse(line) as { path: string; ms: number })
}
