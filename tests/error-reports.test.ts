import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { built } from './support/built'
import { appEntry, backendEntry, freePort, runProgram, until, untilReady } from './support/program'
import { startReceiver } from './support/report-receiver'
import { testSecret } from './support/stack'
import { startStatementUpstream } from './support/statement-upstream'
import { signedIn } from './support/visitor'

beforeAll(built)

it('the backend reports why it could not start before it ends, without the address that it was given', async () => {
  const receiver = await startReceiver()
  const program = runProgram(backendEntry, {
    DATABASE_URL: 'postgres://canary-user:canary-password@127.0.0.1:9/canary-database',
    DEMO: '1',
    SENTRY_DSN: receiver.dsn,
  })
  onTestFinished(() => program.stop())
  expect(await program.exited).toBe(1)
  const [event] = receiver.events()
  expect(event?.tags).toMatchObject({ program: 'backend', log: 'the backend could not start' })
  expect(event?.exception.values.length).toBeGreaterThan(0)
  expect(receiver.bodies.join()).not.toMatch(/canary-(user|password|database)/)
})

it('the app reports a file that its upstream broke off, once, by the request and without what it was about', async () => {
  const receiver = await startReceiver()
  const upstream = await startStatementUpstream(20_000)
  onTestFinished(() => upstream.close())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const program = runProgram(appEntry, {
    ...{ PORT: String(port), PUBLIC_URL: url, UPSTREAM_URL: await failingAfter(2, upstream.url) },
    ...{ SESSION_SECRETS: testSecret, SENTRY_DSN: receiver.dsn, RATE_LIMIT_FACTOR: '1000' },
  })
  onTestFinished(() => program.stop())
  await untilReady(program, `${url}/readyz`)
  const visitor = await signedIn(url, upstream.login, 'en')

  const file = await fetch(`${url}/cabinet/operations.csv?search=canary-search`, {
    headers: { cookie: visitor.cookie() },
  })
  expect(file.status).toBe(200)
  await expect(file.text()).rejects.toThrow()
  await until('the error is reported', () => receiver.bodies.length > 0)
  // The end sends what is left.
  await program.stop()
  const events = receiver.events()
  expect(events).toHaveLength(1)
  expect(events[0]!.tags).toMatchObject({ program: 'app', requestId: file.headers.get('x-request-id') })
  expect(events[0]!.exception.values.length).toBeGreaterThan(0)
  expect(program.output()).toContain('"level":50')
  const { login, password } = upstream.login
  for (const canary of ['canary-', 'anna@example.org', login, password, 'bearer-of', testSecret])
    expect(receiver.bodies.join()).not.toContain(canary)
})

/** An upstream before another one, which fails each page of a statement after so many. */
async function failingAfter(pages: number, target: string): Promise<string> {
  let count = 0
  const failed = JSON.stringify({ code: 'canary_code', message: 'canary-message to anna@example.org' })
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const isPage = url.startsWith('/api/user/operations')
    if (isPage && ++count > pages)
      return void outgoing.writeHead(500, { 'content-type': 'application/json' }).end(failed)
    const { authorization = '' } = headers
    void fetch(new URL(url, target), { method, headers: { authorization } }).then(async (answer) => {
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
