import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from './faults/proxy'
import { copyFirstData } from './support/built'
import { type Investor, newInvestor, newBearer } from './support/investor'
import { numbersAt } from './support/numbers'
import { expressions, readExpression } from './support/operations-files'
import { appEntry, freePort, runProgram, until } from './support/program'
import { newSocket } from './support/sockets'
import { type Product, type Stack, makeDataDir, startProduct, startStack, testSecret } from './support/stack'
import { type Visitor, openVisitor, signedIn } from './support/visitor'

/** The numbers for Prometheus, as the running programs serve them after real requests. */

const minute = 60_000

describe('the product as npm start runs it', { timeout: 3 * minute }, () => {
  let product: Product
  let ports: { app: number; backend: number }
  let investor: Investor
  let visitor: Visitor
  const app = () => numbersAt(ports.app)
  const backend = () => numbersAt(ports.backend)

  beforeAll(async () => {
    ports = { app: await freePort(), backend: await freePort() }
    const dataDir = await makeDataDir()
    await copyFirstData(dataDir)
    product = await startProduct(dataDir, {
      METRICS_PORT: String(ports.app),
      BACKEND_METRICS_PORT: String(ports.backend),
    })
    investor = await newInvestor(product.backendUrl, { usdt: '700' })
    visitor = await signedIn(product.url, investor, 'en')
  }, 3 * minute)
  afterAll(async () => {
    await product?.stop()
    if (product) await rm(product.dataDir, { recursive: true, force: true })
  })

  it('counts requests by the pattern of their route and their status, and nothing else of their address', async () => {
    const before = await app()
    await visitor.visit('/cabinet/deposits/none-has-this-id')
    await visitor.visit('/cabinet/deposits/nor-this-one')
    await openVisitor(product.url, 'en').visit('/news?page=2&search=canary')
    for (const path of ['/nowhere-at-all', '/CABINET/operations', '/%E0%A4%A', '/a//b'])
      await fetch(new URL(path, product.url), { redirect: 'manual' })
    const after = await app()
    const added = (labels: Record<string, string>) =>
      (after.of('tideline_http_requests_total', labels) ?? 0) -
      (before.of('tideline_http_requests_total', labels) ?? 0)
    expect(added({ route: '/cabinet/deposits/:id', status: '404', method: 'GET' })).toBe(2)
    expect(added({ route: '/news', status: '200' })).toBe(1)
    expect(added({ route: '/cabinet/operations' })).toBe(1)
    expect(added({ route: 'none' }) + added({ route: '/*' })).toBe(3)
    expect(after.of('tideline_http_request_duration_seconds_count', { route: '/news' })).toBeGreaterThan(0)
    expect(after.text).not.toMatch(/none-has-this-id|nor-this-one|canary|nowhere/)
  })

  it('counts the calls of the upstream on both sides', async () => {
    const before = { app: await app(), backend: await backend() }
    await visitor.visit('/cabinet/withdrawals')
    const after = { app: await app(), backend: await backend() }
    const ok = { call: 'payments.list', outcome: 'ok' }
    const calls = (numbers: typeof before.app) => numbers.of('tideline_upstream_calls_total', ok) ?? 0
    const answers = (numbers: typeof before.app) =>
      numbers.of('tideline_backend_calls_total', { call: 'payments.list', status: '200' }) ?? 0
    expect(calls(after.app) - calls(before.app)).toBeGreaterThan(0)
    expect(answers(after.backend) - answers(before.backend)).toBe(calls(after.app) - calls(before.app))
  })

  it('counts a form that was sent twice as done and as repeated', async () => {
    const page = await visitor.visit('/cabinet/top-up')
    const values = { system: 'usdt-trc20', amount: '50' }
    const before = await app()
    await visitor.submit(page, 'name="submission"', values)
    await visitor.submit(page, 'name="submission"', values)
    const after = await app()
    const outcomes = (outcome: string) => {
      const labels = { form: 'refills.create', outcome }
      return (
        (after.of('tideline_submissions_total', labels) ?? 0) -
        (before.of('tideline_submissions_total', labels) ?? 0)
      )
    }
    expect([outcomes('done'), outcomes('repeated')]).toEqual([1, 1])
  })

  it('knows the sockets of clients', async () => {
    const socket = newSocket(product.backendUrl, { token: await newBearer(product.backendUrl, investor) })
    onTestFinished(() => socket.close())
    socket.socket.connect()
    await until('the socket is counted', async () => (await backend()).of('tideline_backend_sockets') === 1)
    socket.close()
    await until('it is gone', async () => (await backend()).of('tideline_backend_sockets') === 0)
  })

  it('has the state of the database, the books, the jobs, the messages and the addresses', async () => {
    const numbers = await backend()
    expect(numbers.of('tideline_database_up')).toBe(1)
    expect(numbers.of('tideline_listening')).toBe(1)
    expect(numbers.labels('tideline_ledger_imbalance', 'currency')).toContain('USDT')
    expect(numbers.of('tideline_ledger_imbalance')).toBe(0)
    expect(numbers.labels('tideline_job_lateness_seconds', 'job')).toEqual([
      'accruals',
      'cleanup',
      'dues',
      'files',
      'outbox',
      'refills',
      'rests',
      'subscriptions',
    ])
    expect(numbers.of('tideline_outbox_messages', { channel: 'email', state: 'failed' })).toBe(0)
    expect(numbers.of('tideline_outbox_recipients_failed', { channel: 'sms' })).toBe(0)
    expect(numbers.of('tideline_payment_events_waiting')).toBe(0)
    expect(numbers.of('tideline_transfers_waiting', { problem: 'late' })).toBe(1)
    expect(numbers.of('tideline_transfers_oldest_seconds')).toBeGreaterThan(86_400)
    expect(numbers.of('tideline_transfers_unconfirmed_oldest_seconds')).toBe(0)
    for (const name of ['used', 'idle', 'waiting'])
      expect(numbers.of('tideline_database_connections', { state: name })).toBeGreaterThanOrEqual(0)
    for (const one of [numbers, await app()]) {
      expect(one.of('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
      expect(one.of('process_resident_memory_bytes')).toBeGreaterThan(0)
    }
  })

  it('serves every metric, and every label of it, that the dashboard and the alerts name', async () => {
    const served = [await app(), await backend()]
    // Prometheus itself adds these.
    const fromPrometheus = { metrics: ['up'], labels: ['instance', 'job'] }
    const missing = expressions().flatMap(({ of, expr }) =>
      readExpression(expr)
        .selected.filter(({ metric }) => !fromPrometheus.metrics.includes(metric))
        .flatMap(({ metric, labels }) => {
          const name = metric.replace(/_(bucket|sum|count)$/, '')
          const serving = served.filter(
            ({ text }) => text.includes(`# TYPE ${metric} `) || text.includes(`# TYPE ${name} histogram`),
          )
          if (serving.length === 0) return [{ of, metric }]
          const wanted = labels.filter((label) => !fromPrometheus.labels.includes(label))
          return wanted
            .filter(
              (label) =>
                !serving.some((one) => one.labels(metric, label).some(Boolean)) &&
                serving.some(({ names }) => names.has(metric)),
            )
            .map((label) => ({ of, metric, label }))
        }),
    )
    expect(missing).toEqual([])
  })

  it('says nothing of whom it serves', async () => {
    for (const { text } of [await app(), await backend()])
      for (const value of [investor.login, investor.email, investor.phone, visitor.cookie()])
        expect(text).not.toContain(value)
  })

  it('serves nothing else at these ports, and its numbers nowhere else', async () => {
    for (const port of [ports.app, ports.backend]) {
      const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
      expect((await at('/')).status).toBe(404)
      expect((await at('/cabinet')).status).toBe(404)
      expect((await at('/metrics', 'POST')).status).toBe(405)
    }
    expect((await fetch(new URL('/metrics', product.url))).status).toBe(404)
    expect((await fetch(new URL('/metrics', product.backendUrl))).status).toBe(404)
  })
})

describe('between a faulty upstream and its readers', { timeout: 3 * minute }, () => {
  let stack: Stack
  let faulty: FaultyProxy
  let ports: { app: number; backend: number }
  const app = () => numbersAt(ports.app)

  beforeAll(async () => {
    ports = { app: await freePort(), backend: await freePort() }
    stack = await startStack({
      between: async (url) => (faulty = await startFaultyProxy(url)),
      env: {
        METRICS_PORT: String(ports.app),
        BACKEND_METRICS_PORT: String(ports.backend),
      },
    })
  }, 3 * minute)
  afterAll(() => stack?.stop())

  it('counts a submission whose outcome is not known, by its age, until it is known', async () => {
    const unknown = async () => (await app()).of('tideline_submissions_unknown')
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, 'en')
    const form = await visitor.visit('/cabinet/deposits/new')
    const values = { planId: 'breeze', currency: 'USDT', amount: '300' }
    const review = await visitor.submit(form, 'name="amount"', values)
    expect(await unknown()).toBe(0)
    faulty.fail('commits later, 504 now', { method: 'POST', path: /\/funds\/deposits$/ })
    const lost = await visitor.submit(review, 'name="figures"')
    const numbers = await app()
    expect(numbers.of('tideline_submissions_unknown', { age: 'under 1 minute' })).toBe(1)
    expect(numbers.of('tideline_submissions_total', { form: 'deposits.create', outcome: 'unknown' })).toBe(1)
    expect(numbers.of('tideline_upstream_calls_total', { call: 'deposits.create', outcome: 'unknown' })).toBe(
      1,
    )

    await faulty.deliver()
    faulty.heal()
    await visitor.visit(lost.url.pathname)
    await until('it is known', async () => (await unknown()) === 0)
  })

  it('answers while the database does not', async () => {
    const numbers = () => numbersAt(ports.backend)
    expect((await numbers()).of('tideline_database_up')).toBe(1)
    await stack.kill('postgres')
    await until('it is noticed', async () => (await numbers()).of('tideline_database_up') === 0)
    await until('the database is back', async () => (await numbers()).of('tideline_database_up') === 1)
  })
})

it('names the port of its numbers that another program has', async () => {
  const port = await freePort()
  const program = runProgram(appEntry, {
    UPSTREAM_URL: 'http://127.0.0.1:9',
    PORT: String(port),
    METRICS_PORT: String(port),
    SESSION_SECRETS: testSecret,
    DEMO: '0',
  })
  onTestFinished(() => program.stop())
  expect(await program.exited).toBe(1)
  expect(program.output()).toContain(`PORT ${port} is taken by another program`)
})
