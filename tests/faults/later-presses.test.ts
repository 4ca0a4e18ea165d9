import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type InProcessApp, type RunningApp, startApp, startAppOn } from '../support/in-process-app'
import { type Investor, demoOperator, knownInvestor, newInvestor } from '../support/investor'
import { newPayment } from '../support/money-forms'
import { errorTextOf, textsOf } from '../support/texts'
import { Answer, openVisitor, signedIn } from '../support/visitor'
import { type FaultName } from './faults'
import { type FaultyProxy, startFaultyProxy } from './proxy'

/** A form that lay open while its session ended, or while the record of keys went away: it opens one deposit, and says what is so. */

const say = textsOf('en')
const redisUrl = process.env['REDIS_URL_TEST']

let app: InProcessApp
let proxy: FaultyProxy
/** How far the app's clock is ahead. */
let aheadMs = 0

async function start(env: Record<string, string> = {}): Promise<void> {
  // An app that starts by the clock of an earlier test takes the forms of the next minutes for older than its memory.
  aheadMs = 0
  app = await startApp({
    between: async (url) => (proxy = await startFaultyProxy(url)),
    now: () => Date.now() + aheadMs,
    env,
  })
}
const stop = () => app.stop()

beforeEach(() => {
  proxy.heal()
  aheadMs = 0
})

const values = { planId: 'breeze', currency: 'USDT', amount: '300' }

async function atReviewPage() {
  const investor = await newInvestor(app.upstream.url, { usdt: '700' })
  const visitor = await signedIn(app.url, investor, 'en')
  const form = await visitor.visit('/cabinet/deposits/new')
  const review = await visitor.submit(form, 'name="amount"', values)
  const press = (by = visitor) => by.submit(review, 'name="figures"')
  return { investor, visitor, review, press }
}

const depositsOf = async ({ ask }: Investor) => (await ask('GET', '/funds/deposits'))['total']
const isDeposit = ({ url }: Answer) => /^\/cabinet\/deposits\/(?!new)[^/]+$/.test(url.pathname)

describe('a form that is sent again after its session', () => {
  beforeAll(() => start())
  afterAll(stop)

  it('ended on the page after success leads to what it made', async () => {
    const { investor, press } = await atReviewPage()
    proxy.fail('commits, then answers late', { method: 'POST', path: /^\/api\/funds\/deposits$/ })
    const made = proxy.met()
    const pressed = press()
    await made
    proxy.fail('answers 401 in words', { method: 'GET', path: /./ })
    expect((await pressed).url.pathname).toBe('/login')
    proxy.heal()
    const again = await press(await signedIn(app.url, investor, 'en'))
    expect([again.status, isDeposit(again)]).toEqual([200, true])
    expect(await depositsOf(investor)).toBe(1)
  })

  it('was let run out by a clock that jumped two hours is sent once', async () => {
    const { investor, press } = await atReviewPage()
    aheadMs = 2 * 60 * 60_000
    const ended = await press()
    expect(ended.url.pathname).toBe('/login')
    expect(await depositsOf(investor)).toBe(0)
    const visitor = await signedIn(app.url, investor, 'en')
    for (const answer of [await press(visitor), await press(visitor)])
      expect([answer.status, isDeposit(answer)]).toEqual([200, true])
    expect(await depositsOf(investor)).toBe(1)
  })

  it('was let run out by such a jump after it was sent leads to what it made', async () => {
    const { investor, press } = await atReviewPage()
    expect(isDeposit(await press())).toBe(true)
    aheadMs = 2 * 60 * 60_000
    expect((await press()).url.pathname).toBe('/login')
    expect(isDeposit(await press(await signedIn(app.url, investor, 'en')))).toBe(true)
    expect(await depositsOf(investor)).toBe(1)
  })
})

describe('a form that was refused', () => {
  beforeAll(() => start())
  afterAll(stop)

  interface Pressed {
    path: string
    mark: string
    values: Record<string, string>
    isReviewed: boolean
    call: RegExp
    entry: RegExp
    count: (investor: Investor) => Promise<unknown>
  }
  const deposit: Pressed = {
    ...{ path: '/cabinet/deposits/new', mark: 'name="amount"', values, isReviewed: true },
    ...{ call: /^\/api\/funds\/deposits$/, entry: /^\/cabinet\/deposits\/(?!new)[^/]+$/ },
    count: depositsOf,
  }
  const totalOf =
    (list: string) =>
    async ({ ask }: Investor) =>
      (await ask('GET', list))['total']
  const topUp: Pressed = {
    ...{ path: '/cabinet/top-up', mark: 'name="amount"', isReviewed: false },
    values: { system: 'usdt-trc20', amount: '50' },
    ...{ call: /^\/api\/funds\/refills$/, entry: /^\/cabinet\/top-up\/[^/]+$/ },
    // The transfer that the investor has brought was one.
    count: async (investor: Investor) => Number(await totalOf('/funds/refills')(investor)) - 1,
  }
  const exchange: Pressed = {
    ...{ path: '/cabinet/exchange', mark: 'name="amount"', isReviewed: true },
    values: { from: 'USDT', to: 'BTC', amount: '100' },
    ...{ call: /^\/api\/user\/exchange$/, entry: /^\/cabinet\/exchange\?done=/ },
    count: totalOf('/user/operations?type=exchange_out'),
  }

  it.each<[string, FaultName, Pressed]>([
    ['a deposit', 'answers 403 in words', deposit],
    ['a deposit', 'answers 403', deposit],
    ['a deposit', 'answers 409 in words', deposit],
    ['a deposit', 'answers 422 in words', deposit],
    ['a deposit', 'answers 503 in words', deposit],
    ['a top-up', 'answers 422 in words', topUp],
    ['an exchange', 'answers 422 in words', exchange],
  ])('is made by Back and another press once all is well: %s, %s', async (...row) => {
    const [, fault, { path, mark, values: typed, isReviewed, call, entry, count }] = row
    const investor = await newInvestor(app.upstream.url, { usdt: '700' })
    const visitor = await signedIn(app.url, investor, 'en')
    const form = await visitor.visit(path)
    const review = isReviewed ? await visitor.submit(form, mark, typed) : null
    const press = () =>
      review ? visitor.submit(review, 'name="figures"') : visitor.submit(form, mark, typed)
    const isMade = ({ url }: Answer) => entry.test(url.pathname + url.search)

    proxy.fail(fault, { method: 'POST', path: call })
    expect(isMade(await press())).toBe(false)
    proxy.heal()
    aheadMs = 2_100
    expect([isMade(await press()), isMade(await press())]).toEqual([true, true])
    expect(await count(investor)).toBe(1)
  })
})

describe('a form that was sealed with a secret that has been taken out', () => {
  let next: RunningApp

  beforeAll(async () => {
    await start()
    next = await startAppOn(proxy.url, {
      env: { SESSION_SECRETS: randomBytes(32).toString('hex') },
    })
  })
  afterAll(async () => {
    await next.stop()
    await stop()
  })

  /** The review page, sent to the app with the other secret. */
  const pressThere = async (investor: Investor, { url, html }: Answer) => {
    const there = new Answer(200, new URL(url.pathname + url.search, next.url), html)
    return (await signedIn(next.url, investor, 'en', { saysOrigin: true })).submit(there, 'name="figures"')
  }
  const opening = { method: 'POST', path: /^\/api\/funds\/deposits$/ }

  it('leads to what it made', async () => {
    const { investor, review, press } = await atReviewPage()
    expect(isDeposit(await press())).toBe(true)
    expect(isDeposit(await pressThere(investor, review))).toBe(true)
    expect(await depositsOf(investor)).toBe(1)
  })

  it('and whose outcome was not known leads to what it made, from its page and when it is sent again', async () => {
    const { investor, review, press } = await atReviewPage()
    proxy.fail('commits, then resets', opening)
    proxy.fail('answers 503', { method: 'GET', path: /\/ext\/outcomes\// })
    const { pathname } = (await press()).url
    expect(pathname).toMatch(/^\/cabinet\/submissions\//)
    proxy.heal()
    const visitor = await signedIn(next.url, investor, 'en')
    expect(isDeposit(await visitor.visit(pathname))).toBe(true)
    expect(isDeposit(await pressThere(investor, review))).toBe(true)
    expect(await depositsOf(investor)).toBe(1)
  })

  it('and never arrived has a page that says that its details can not be read', async () => {
    const { investor, press } = await atReviewPage()
    proxy.fail('resets', opening)
    const { pathname } = (await press()).url
    proxy.heal()
    const page = await (await signedIn(next.url, investor, 'en')).visit(pathname)
    expect([page.status, page.textOf('main h1')]).toEqual([200, say('cabinet:submissions.sealed')])
    expect(page.text).toContain(say('refusals:submission.sealedText'))
    expect(await depositsOf(investor)).toBe(0)
  })
})

describe('a form that was opened before the app was restarted', () => {
  beforeAll(() => start())
  afterAll(stop)

  /** Neither the outcome of a key nor the list can be read. */
  function failReads(): void {
    for (const path of [/\/ext\/outcomes\//, /\/api\/funds\/deposits(\?|$)/])
      proxy.fail('answers 503', { method: 'GET', path })
  }
  const shown = (page: Answer, text: string) => {
    const [before = '', after = ''] = say(`refusals:submission.${text}`).split('{time}')
    return page.text.includes(before) && page.text.includes(after)
  }
  /** Sends the review page to an app whose memory of keys begins now. */
  async function pressLater(investor: Investor, { url, html }: Answer) {
    const next = await startAppOn(proxy.url, { now: () => Date.now() + aheadMs })
    onTestFinished(() => next.stop())
    const visitor = await signedIn(next.url, investor, 'en', { saysOrigin: true })
    const there = new Answer(200, new URL(url.pathname + url.search, next.url), html)
    return [visitor, await visitor.submit(there, 'name="figures"')] as const
  }

  it('may have been sent while nobody can tell, and says that nothing matches it once that is known', async () => {
    const { investor, review } = await atReviewPage()
    failReads()
    const [visitor, pressed] = await pressLater(investor, review)
    expect(pressed.url.pathname).toMatch(/^\/cabinet\/submissions\//)
    expect([pressed.textOf('main h1'), shown(pressed, 'openFormText')]).toEqual([
      say('cabinet:submissions.open'),
      true,
    ])
    expect(pressed.text).not.toMatch(/nothing (was sent|has moved)/i)
    proxy.heal()
    aheadMs = 15 * 60_000
    const later = await visitor.visit(pressed.url.pathname)
    expect([later.textOf('main h1'), shown(later, 'absentFormText')]).toEqual([
      say('cabinet:submissions.absent'),
      true,
    ])
    expect(await depositsOf(investor)).toBe(0)
  })

  it('leads to what it made where it had been sent', async () => {
    const { investor, review, press } = await atReviewPage()
    expect(isDeposit(await press())).toBe(true)
    failReads()
    const [visitor, pressed] = await pressLater(investor, review)
    expect(shown(pressed, 'openFormText')).toBe(true)
    proxy.heal()
    expect(isDeposit(await visitor.visit(pressed.url.pathname))).toBe(true)
    expect(await depositsOf(investor)).toBe(1)
  })
})

describe('a batch that was made as the session of its operator ended', () => {
  beforeAll(() => start())
  afterAll(stop)

  /** An approved withdrawal, to the same address and of the same amount as each other one. */
  async function approvePayment(): Promise<string> {
    const operator = await knownInvestor(app.upstream.url, demoOperator)
    const id = await newPayment(await newInvestor(app.upstream.url, { usdt: '700' }), '50')
    await operator.ask('POST', `/ext/operator/payments/${id}/decide`, { decision: 'approve' })
    return id
  }

  it('is not taken for one of other withdrawals with the same checksum', async () => {
    const draft = '/operator/withdrawals/batches/new?system=usdt-trc20'
    const signIn = async () => {
      const visitor = openVisitor(app.url, 'en')
      await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
      return visitor
    }
    const ids = [await approvePayment()]
    const visitor = await signIn()
    const form = await visitor.visit(draft)
    proxy.fail('commits, then 401 in words', { method: 'POST', path: /^\/api\/ext\/operator\/batches$/ })
    expect((await visitor.submit(form, 'name="checksum"')).url.pathname).toBe('/login')
    proxy.heal()
    ids.push(await approvePayment())
    const later = await signIn()
    const next = await later.visit(draft)
    expect(next.value('checksum')).toBe(form.value('checksum'))
    const batches = [await later.submit(form, 'name="checksum"'), await later.submit(next, 'name="checksum"')]
    const linked = batches.map((batch) => ids.filter((id) => batch.html.includes(id)))
    expect(linked).toEqual(ids.map((id) => [id]))
  })
})

describe.runIf(redisUrl)('a form under which Redis goes away', () => {
  let relay: Relay

  beforeAll(async () => {
    relay = await relayTo(new URL(redisUrl!))
    await start({ REDIS_URL: relay.url })
  })
  afterAll(async () => {
    await stop()
    await relay.close()
  })

  it('sends nothing, says no more than is known, and is sent once when it is back', async () => {
    const { investor, review, press } = await atReviewPage()
    relay.cut()
    const pressed = await press()
    expect([pressed.status, pressed.refused.problems]).toEqual([
      503,
      [errorTextOf('en', 'store_unavailable')],
    ])
    // What is offered is the same form.
    expect(pressed.value('submission')).toBe(review.value('submission'))
    expect(await depositsOf(investor)).toBe(0)
    relay.mend()
    await expect.poll(async () => isDeposit(await press()), { timeout: 30_000 }).toBe(true)
    expect(isDeposit(await press())).toBe(true)
    expect(await depositsOf(investor)).toBe(1)
  })

  it('after it was sent leads to what it made', async () => {
    const { investor, visitor, review, press } = await atReviewPage()
    expect(isDeposit(await press())).toBe(true)
    relay.cut()
    expect(isDeposit(await press())).toBe(true)
    // Where the upstream can't be asked either, that is said.
    proxy.fail('answers 503', { method: 'GET', path: /\/ext\/outcomes\// })
    const unsure = await press()
    expect([unsure.status, unsure.text.includes(errorTextOf('en', 'store_unavailable_unsure'))]).toEqual([
      503,
      true,
    ])
    expect(unsure.text).not.toContain(say('refusals:code.form_stale'))
    // What is offered is the same form, so that it makes nothing else once all is well.
    expect(unsure.value('submission')).toBe(review.value('submission'))
    relay.mend()
    proxy.heal()
    const pressOffered = async () => {
      const offered = await visitor.press(unsure, 'name="amount"')
      return offered.value('figures') ? visitor.submit(offered, 'name="figures"') : offered
    }
    await expect.poll(async () => isDeposit(await pressOffered()), { timeout: 30_000 }).toBe(true)
    expect(await depositsOf(investor)).toBe(1)
  })
})

/** Passes connections on to a server until it is cut. */
interface Relay {
  url: string
  cut: () => void
  mend: () => void
  close: () => Promise<void>
}

async function relayTo(target: URL): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(target.port || 6379), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => (sockets.delete(one), other.destroy()))
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `redis://127.0.0.1:${port}${target.pathname}`,
    cut,
    mend: () => void (isCut = false),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
