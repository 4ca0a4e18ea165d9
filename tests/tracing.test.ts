import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Collector, type ReceivedSpan, startCollector } from './support/collector'
import { newInvestor, tronWallet } from './support/investor'
import { until } from './support/program'
import { type Exchange, startRelay } from './support/relay'
import { type Stack, startStack } from './support/stack'
import { signedIn } from './support/visitor'

/** One trace from a form to the SQL that it causes, as the built programs send it to a collector. */

const seconds = 1_000
let collector: Collector
let stack: Stack
const calls: Exchange[] = []

beforeAll(async () => {
  collector = await startCollector()
  stack = await startStack({
    between: (url) => startRelay(url, (exchange) => void calls.push(exchange)),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' },
  })
}, 240 * seconds)
afterAll(async () => {
  await stack?.stop()
  await collector?.close()
})

it('follows a form through the call of the upstream to its statements, and holds nothing that was sent', async () => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const visitor = await signedIn(stack.url, investor, 'en')
  const page = await visitor.visit('/cabinet/top-up')
  await visitor.submit(page, 'name="submission"', { system: 'usdt-trc20', amount: '51.234567' })

  const post = (): ReceivedSpan | undefined =>
    collector.spans().find(({ name }) => name === 'POST /cabinet/top-up')
  const below = (parent: ReceivedSpan | undefined): ReceivedSpan[] =>
    collector.spans().filter(({ parentSpanId }) => parent && parentSpanId === parent.spanId)
  const call = () => below(post()).find(({ name }) => name === 'refills.create')
  const answer = () => below(call()).find(({ name }) => name === 'refills.create')
  const statements = () => below(answer()).map(({ attributes }) => String(attributes['db.query.text']))
  await until('the whole trace has come', () =>
    statements().some((statement) => /^insert into "?refills/i.test(statement)),
  )

  const path = [post(), call(), answer(), ...below(answer())]
  expect(path.map((span) => span?.service).slice(0, 3)).toEqual([
    'tideline-app',
    'tideline-app',
    'tideline-backend',
  ])
  expect(new Set(path.map((span) => span?.traceId)).size).toBe(1)
  expect(post()?.attributes).toMatchObject({
    'http.route': '/cabinet/top-up',
    'http.response.status_code': 303,
  })
  expect(call()?.attributes).toMatchObject({ 'tideline.outcome': 'ok' })
  expect(answer()?.attributes['tideline.request_id']).toBe(post()?.attributes['tideline.request_id'])

  const canaries = [
    investor.login,
    investor.email,
    investor.phone,
    investor.password,
    '51.234567',
    tronWallet,
  ]
  for (const canary of [...canaries, visitor.cookie()]) expect(collector.received()).not.toContain(canary)
  const sent = calls.find(({ method, path: at }) => method === 'POST' && at.endsWith('/funds/refills'))
  expect(sent?.requestHeaders.traceparent).toBe(`00-${call()?.traceId}-${call()?.spanId}-01`)
})

it('does not follow a trace that a stranger names', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await fetch(new URL('/login', stack.url), { headers: { traceparent } })
  await until('the page is traced', () => collector.spans().some(({ name }) => name === 'GET /login'))
  expect(collector.received()).not.toContain('0af7651916cd43dd8448eb211c80319c')
})
