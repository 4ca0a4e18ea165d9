import Big from 'big.js'
import { createClient } from 'redis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FaultName } from '../faults/faults'
import { type FaultyProxy, startFaultyProxy } from '../faults/proxy'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { isFull } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { Answer, type Visitor, signedIn } from '../support/visitor'
import { dayMs, plans } from '../stranger/books'
import { type Stranger, startStranger } from '../stranger/stranger'
import { type MoneyStep, closingStep, moneyPath, sendOneMore, subscriptionStep } from './money-path'

/**
 * A form moves money once on an upstream without idempotency keys and outcomes, whatever happens to the
 * answer. The new entry is found in its list if exactly one matches. Otherwise the page asks the reader to
 * check before sending again.
 */

let stranger: Stranger
let proxy: FaultyProxy
let app: RunningApp
let investor: Visitor
/** How far the app's clock is ahead. */
let aheadMs = 0

/** Two purchases of one user within a second are indistinguishable, so each purchase has its own buyer. */
const buyers = Array.from({ length: 12 }, (_, number) => ({
  login: `buyer${number}`,
  password: 'Demo-buyer-1',
  email: `buyer${number}@example.org`,
  phone: `+370620000${number + 10}`,
  phoneConfirmed: true,
  balances: { USDT: '1000' },
}))

beforeAll(async () => {
  stranger = await startStranger({ people: buyers })
  const login = stranger.investor.login
  for (const plan of plans.slice(0, 1))
    for (const _ of buyers) {
      const opened = new Date(Date.now() - 2 * plan.term * dayMs)
      const { state } = stranger
      state.add(state.deposits, { login, plan, opened, currency: 'USDT', amount: Big(100) })
    }
  proxy = await startFaultyProxy(stranger.url)
  app = await startAppOn(proxy.url, {
    env: { DEMO: '0', UPSTREAM_TIMEOUT_MONEY_MS: '400' },
    now: () => Date.now() + aheadMs,
  })
  investor = await signedIn(app.url, stranger.investor, 'en')
})
afterAll(async () => {
  await app.stop()
  await proxy.close()
  await stranger.close()
})
beforeEach(() => proxy.heal())

const steps = [...moneyPath, closingStep, subscriptionStep]

/** How many entries of the form's kind exist. */
const entriesOf: Record<string, () => number> = {
  'a top-up': () => stranger.state.refills.length,
  'a deposit': () => stranger.state.deposits.length,
  'a withdrawal': () => stranger.state.payments.length,
  'an exchange': () => operationsOf('exchange'),
  'a closing': () => stranger.state.deposits.filter(({ closed }) => closed).length,
  'a subscription': () => operationsOf('subscription'),
}
/**
 * Forms whose list dates entries only by day. After a restart without memory of earlier entries, a new entry
 * can't be identified.
 */
const datedByDay: readonly string[] = ['a deposit', 'a closing']
const operationsOf = (type: string) => stranger.state.operations.filter((one) => one.type === type).length

/** Amounts that no entry has yet. */
let next = 1

async function filledIn(step: MoneyStep) {
  const buyer = step === subscriptionStep && buyers.pop()
  const visitor = buyer ? await signedIn(app.url, buyer, 'en') : investor
  return { visitor, ...(await step.fillIn(visitor, String(step.amount + next++))) }
}

const sent = (path: string) => proxy.requests.filter((line) => line.startsWith(`POST ${path}`)).length
const postTo = (path: string) => ({ method: 'POST', path: new RegExp(`^${path}`) })

const lost: FaultName[] = [
  'commits, then resets',
  'commits, then hangs',
  'commits, then 502',
  'commits, then HTML',
  'commits, then half an answer',
  'commits, then an empty 200',
]
/** For each form a third of the faults, in turns; with TEST_FULL all of them. */
const lostOf = (step: MoneyStep) => lost.filter((_, place) => isFull || place % 3 === steps.indexOf(step) % 3)

describe.each(steps)('$name on an upstream without idempotency keys', (step) => {
  const { name, path } = step
  const count = entriesOf[name]!
  const post = async (fault: FaultName | null) => {
    const { visitor, page, mark, values } = await filledIn(step)
    if (fault) proxy.fail(fault, postTo(path))
    const before = { sent: sent(path), made: count() }
    const answer = await visitor.submit(page, mark, values)
    const since = () => ({ sent: sent(path) - before.sent, made: count() - before.made })
    return { visitor, answer, since, page, mark, values, again: () => visitor.submit(page, mark, values) }
  }

  it.each(lostOf(step))('that %s, is sent once, and the page shows what happened', async (fault) => {
    const { visitor, answer, since, again } = await post(fault)
    expect(answer.status).toBe(200)
    proxy.heal()
    const { made } = since()
    const outcomePage = await visitor.visit(answer.url.pathname)
    expect(outcomePage.status).toBe(200)
    expect(outcomePage.url.pathname).not.toContain('/submissions/')
    // Sends the same form again, like a reader who went back.
    const repeated = await again()
    expect(repeated.status).toBe(200)
    expect(repeated.url.pathname).not.toContain('/new')
    expect(since()).toEqual({ sent: 1, made })
    expect(made).toBeGreaterThan(0)
  })

  it.each<FaultName>(['resets', 'answers 502'])(
    'that did not arrive (%s) is not sent again, and the reader is asked to check first',
    async (fault) => {
      const { visitor, answer, since, again } = await post(fault)
      proxy.heal()
      const outcomePage = await visitor.visit(answer.url.pathname)
      expect(outcomePage.text).toContain(
        'It may have gone through, so don’t send it again yet'.replace('’', "'"),
      )
      expect(outcomePage.text).toContain(textsOf('en')('refusals:noRecord'))
      expect((await again()).url.pathname).toContain('/submissions/')
      expect(since()).toEqual({ sent: 1, made: 0 })
    },
  )

  it.each<[FaultName | null, string]>([
    ['commits, then resets', 'was carried out'],
    ['resets', 'did not arrive'],
    [null, 'was not sent yet'],
  ])('is not sent after a restart that forgets it (%s): a form that %s', async (fault) => {
    const form = fault ? await post(fault) : { ...(await filledIn(step)), answer: null, since: null }
    const { visitor, page, mark, values } = form
    proxy.heal()
    const before = { sent: sent(path), made: count() }
    const restarted = await startAppOn(proxy.url, { env: { DEMO: '0' } })
    try {
      const there = ({ pathname }: URL) => new URL(pathname, restarted.url)
      const isFound = fault === 'commits, then resets'
      // Opens the page of the pending outcome again, and then sends the same form.
      const outcomePage = form.answer && (await visitor.visit(there(form.answer.url).href))
      const repeated = await visitor.submit(new Answer(200, there(page.url), page.html), mark, values)
      if (outcomePage)
        expect([outcomePage.status, outcomePage.url.pathname.includes('/submissions/')]).toEqual([
          200,
          !isFound,
        ])
      const isKnown = isFound && !datedByDay.includes(name)
      const isOpen = repeated.url.pathname.includes('/submissions/')
      expect([repeated.status, isOpen, repeated.text.includes('send it again yet')]).toEqual([
        ...[200, !isKnown, !isKnown],
      ])
      if (isFound && !isKnown) expect(repeated.text).toContain('Look at the list before you send anything')
      expect({ sent: sent(path), made: count() }).toEqual(before)
    } finally {
      await restarted.stop()
    }
  })
})

it.each(moneyPath.filter(({ name }) => name !== 'an exchange'))(
  '$name that was refused in words after it was carried out leads to what was made, and is not made again',
  async (step) => {
    const { page, mark, values } = await filledIn(step)
    const before = entriesOf[step.name]!()
    proxy.fail('commits, then 422 in words', postTo(step.path))
    const made = await investor.submit(page, mark, values)
    proxy.heal()
    aheadMs += 2_200
    const again = await investor.submit(page, mark, values)
    expect([made.status, again.url.pathname]).toEqual([200, made.url.pathname])
    expect(made.text).not.toContain(textsOf('en')('refusals:submission.refusedText'))
    expect(entriesOf[step.name]!() - before).toBe(1)
  },
)

it.each(moneyPath.filter(({ name }) => name !== 'an exchange'))(
  '$name that was refused after it was carried out, while its list could not be read, is named and needs a tick later',
  async (step) => {
    const { page, mark, values } = await filledIn(step)
    const before = entriesOf[step.name]!()
    proxy.fail('commits, then 422 in words', postTo(step.path))
    proxy.fail('answers 502', { method: 'GET', path: /^\/api\/funds\// })
    expect((await investor.submit(page, mark, values)).status).toBe(422)
    proxy.heal()
    aheadMs += 2_200
    const warned = await investor.submit(page, mark, values)
    expect(warned.value('again')).not.toBe('')
    expect(entriesOf[step.name]!() - before).toBe(1)
    expect((await sendOneMore(investor, warned, mark)).text).toContain(textsOf('en')(step.says))
    expect(entriesOf[step.name]!() - before).toBe(2)
  },
)

const redisUrl = process.env['REDIS_URL_TEST']

it.skipIf(!redisUrl).each<[FaultName | null, string]>([
  ['resets', 'did not arrive'],
  [null, 'was not sent yet'],
])('is not sent after its Redis was emptied (%s): a form that %s', async (fault) => {
  const step = moneyPath[0]!
  const address = new URL(redisUrl!) // skipped without it
  address.pathname = '/11'
  const client = createClient({ url: address.href })
  await client.connect()
  const withRedis = await startAppOn(proxy.url, {
    env: { DEMO: '0', UPSTREAM_TIMEOUT_MONEY_MS: '400', REDIS_URL: address.href },
  })
  try {
    const visitor = await signedIn(withRedis.url, stranger.investor, 'en')
    const { page, mark, values } = await step.fillIn(visitor, String(step.amount + next++))
    const before = { sent: sent(step.path), made: entriesOf[step.name]!() }
    if (fault) {
      proxy.fail(fault, postTo(step.path))
      await visitor.submit(page, mark, values)
      proxy.heal()
    }
    await client.flushDb()
    const again = await visitor.submit(page, mark, values)
    expect(again.url.pathname).toContain('/submissions/')
    expect(again.text).toContain(textsOf('en')('refusals:noRecord'))
    expect([sent(step.path), entriesOf[step.name]!()]).toEqual([before.sent + (fault ? 1 : 0), before.made])
  } finally {
    await withRedis.stop()
    client.destroy()
  }
})

it('if two entries match, neither is taken for the lost one', async () => {
  const { page, mark, values = {} } = await filledIn(moneyPath[0]!)
  proxy.fail('commits, then resets', { method: 'POST', path: /^\/api\/funds\/refills$/ })
  // The search is blocked until there are two matching entries.
  proxy.fail('answers 502', { method: 'GET', path: /^\/api\/funds\/refills/ })
  const lostAnswer = await investor.submit(page, mark, values)
  proxy.heal()
  // The same amount by the same system from another device of the investor, a moment later.
  const other = await signedIn(app.url, stranger.investor, 'en')
  const warned = await other.submit(await other.visit('/cabinet/top-up'), mark, values)
  expect(warned.text).toContain('You asked for an address for the same top-up just now')
  await sendOneMore(other, warned, mark)
  const outcomePage = await investor.visit(lostAnswer.url.pathname)
  expect(outcomePage.text).toContain('Several entries match this request')
  expect(outcomePage.links('/cabinet/top-up')).not.toEqual([])
  // Having seen that page answers nothing: a new form still warns of the one that is open.
  const another = await investor.visit('/cabinet/top-up')
  expect(another.$(`[role="note"] a[href="${lostAnswer.url.pathname}"]`).toArray()).toHaveLength(1)
})
