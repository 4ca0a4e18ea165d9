import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FaultName, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { tronWallet } from '../support/investor'
import { type Answer, type Visitor, signedIn } from '../support/visitor'
import { type Stranger, startStranger } from '../stranger/stranger'

/**
 * A form moves money once on a server that knows neither idempotency keys nor outcomes, whatever becomes of its answer:
 * what was made is found in its list where one entry fits, else the reader is told to look before sending again.
 */

let stranger: Stranger
let proxy: FaultyProxy
let app: RunningApp
let investor: Visitor

beforeAll(async () => {
  stranger = await startStranger()
  proxy = await startFaultyProxy(stranger.url)
  app = await startAppOn(proxy.url, { env: { DEMO: '0', UPSTREAM_TIMEOUT_MONEY_MS: '400' } })
  investor = await signedIn(app.url, stranger.investor, 'en')
})
afterAll(async () => {
  await app.stop()
  await proxy.close()
  await stranger.close()
})
beforeEach(() => proxy.heal())

interface MoneyForm {
  /** The upstream's call. */
  path: string
  /** Fills the form in, up to the press that sends it: the page with its last button, and what marks its form. */
  fillIn: () => Promise<{ page: Answer; mark: string; values?: Record<string, string> }>
  /** How many of what it makes there are. */
  count: () => number
  /** Whether its entries say when they were made. */
  isDated: boolean
}

/** Amounts that no entry has yet. */
let next = 0
const newAmount = (from: number) => String(from + next++)

const forms: Record<string, MoneyForm> = {
  'a top-up': {
    path: '/api/funds/refills',
    async fillIn() {
      const page = await investor.visit('/cabinet/top-up')
      const values = { system: page.value('system'), amount: newAmount(200) }
      return { page, mark: 'name="amount"', values }
    },
    count: () => stranger.state.refills.length,
    isDated: true,
  },
  'a deposit': {
    path: '/api/funds/deposits',
    async fillIn() {
      const form = await investor.visit('/cabinet/deposits/new')
      const values = { planId: form.value('planId'), currency: 'USDT', amount: newAmount(100) }
      return { page: await investor.submit(form, 'name="amount"', values), mark: 'name="figures"' }
    },
    count: () => stranger.state.deposits.length,
    isDated: false,
  },
  'a withdrawal': {
    path: '/api/funds/payments',
    async fillIn() {
      const form = await investor.visit('/cabinet/withdrawals/new')
      const values = { system: form.value('system'), amount: newAmount(50), wallet: tronWallet }
      return { page: await investor.submit(form, 'name="wallet"', values), mark: 'name="figures"' }
    },
    count: () => stranger.state.payments.length,
    isDated: true,
  },
  'an exchange': {
    path: '/api/user/exchange',
    async fillIn() {
      const form = await investor.visit('/cabinet/exchange')
      const values = { from: 'USDT', to: 'BTC', amount: newAmount(20) }
      return { page: await investor.submit(form, 'name="amount"', values), mark: 'name="figures"' }
    },
    count: () => stranger.state.operations.filter(({ type }) => type.startsWith('exchange')).length,
    isDated: true,
  },
}

const sent = (path: string) => proxy.requests.filter((line) => line === `POST ${path}`).length

const lost: FaultName[] = [
  'commits, then resets',
  'commits, then hangs',
  'commits, then 502',
  'commits, then HTML',
  'commits, then half an answer',
  'commits, then an empty 200',
]

describe.each(Object.entries(forms))('%s on a server without idempotency keys', (_what, form) => {
  const post = async (fault: FaultName | null) => {
    const { page, mark, values } = await form.fillIn()
    if (fault) proxy.fail(fault, { method: 'POST', path: new RegExp(`^${form.path}$`) })
    const before = { sent: sent(form.path), made: form.count() }
    const answer = await investor.submit(page, mark, values)
    const since = () => ({ sent: sent(form.path) - before.sent, made: form.count() - before.made })
    return { answer, since, again: () => investor.submit(page, mark, values) }
  }

  it.each(lost)('that %s, is sent once, and told for what it is', async (fault) => {
    const { answer, since, again } = await post(fault)
    expect(answer.status).toBe(200)
    proxy.heal()
    const { made } = since()
    const told = await investor.visit(answer.url.pathname)
    expect(told.status).toBe(200)
    const isSettled = form.isDated || fault === 'commits, then an empty 200'
    if (isSettled) expect(told.url.pathname).not.toContain('/submissions/')
    else expect(told.text).toContain('Look at the list before you send anything again')
    // The same form once more, as by a reader who went back.
    const repeated = await again()
    expect(repeated.status).toBe(200)
    expect(repeated.url.pathname).not.toContain('/new')
    expect(since()).toEqual({ sent: 1, made })
    expect(made).toBeGreaterThan(0)
  })

  it.each<FaultName>(['resets', 'answers 502'])(
    'that never came there (%s) is not sent again, and the reader is told to look first',
    async (fault) => {
      const { answer, since, again } = await post(fault)
      proxy.heal()
      const told = await investor.visit(answer.url.pathname)
      expect(told.text).toContain(
        'It may have been carried out, so don’t send it again yet'.replace('’', "'"),
      )
      expect((await again()).url.pathname).toContain('/submissions/')
      expect(since()).toEqual({ sent: 1, made: 0 })
    },
  )
})

it('of two entries that fit neither is taken for the one that was lost', async () => {
  const { page, mark, values = {} } = await forms['a top-up']!.fillIn()
  proxy.fail('commits, then resets', { method: 'POST', path: /^\/api\/funds\/refills$/ })
  // It can't be looked for until there are two.
  proxy.fail('answers 502', { method: 'GET', path: /^\/api\/funds\/refills/ })
  const lostAnswer = await investor.submit(page, mark, values)
  proxy.heal()
  // The same amount by the same system from another device of the investor's, a moment later.
  const other = await signedIn(app.url, stranger.investor, 'en')
  await other.submit(await other.visit('/cabinet/top-up'), mark, values)
  const told = await investor.visit(lostAnswer.url.pathname)
  expect(told.text).toContain('Several entries fit this request')
  expect(told.links('/cabinet/top-up')).not.toEqual([])
})
