import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FaultName, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { type Visitor, signedIn } from '../support/visitor'
import { type Stranger, startStranger } from '../stranger/stranger'
import { type MoneyStep, moneyPath } from './money-path'

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

/** How many of what a form makes there are, and whether they say when they were made. */
const entriesOf: Record<string, { count: () => number; isDated: boolean }> = {
  'a top-up': { count: () => stranger.state.refills.length, isDated: true },
  'a deposit': { count: () => stranger.state.deposits.length, isDated: false },
  'a withdrawal': { count: () => stranger.state.payments.length, isDated: true },
  'an exchange': {
    count: () => stranger.state.operations.filter(({ type }) => type.startsWith('exchange')).length,
    isDated: true,
  },
}

/** Amounts that no entry has yet. */
let next = 1
const fillInAnew = ({ fillIn, amount }: MoneyStep) => fillIn(investor, String(amount + next++))

const sent = (path: string) => proxy.requests.filter((line) => line === `POST ${path}`).length

const lost: FaultName[] = [
  'commits, then resets',
  'commits, then hangs',
  'commits, then 502',
  'commits, then HTML',
  'commits, then half an answer',
  'commits, then an empty 200',
]

describe.each(moneyPath)('$name on a server without idempotency keys', (step) => {
  const { name, path } = step
  const { count, isDated } = entriesOf[name]!
  const post = async (fault: FaultName | null) => {
    const { page, mark, values } = await fillInAnew(step)
    if (fault) proxy.fail(fault, { method: 'POST', path: new RegExp(`^${path}$`) })
    const before = { sent: sent(path), made: count() }
    const answer = await investor.submit(page, mark, values)
    const since = () => ({ sent: sent(path) - before.sent, made: count() - before.made })
    return { answer, since, again: () => investor.submit(page, mark, values) }
  }

  it.each(lost)('that %s, is sent once, and told for what it is', async (fault) => {
    const { answer, since, again } = await post(fault)
    expect(answer.status).toBe(200)
    proxy.heal()
    const { made } = since()
    const told = await investor.visit(answer.url.pathname)
    expect(told.status).toBe(200)
    const isSettled = isDated || fault === 'commits, then an empty 200'
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
  const { page, mark, values = {} } = await fillInAnew(moneyPath[0]!)
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
