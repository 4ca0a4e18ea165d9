import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reportUpstream } from '~/server/lifecycle/report-upstream.server'
import { parseDialect } from '~/upstream/dialect/read-dialect.server'
import { hasNotificationSocket } from '~/upstream/notification-socket.server'
import { createUpstreamPool } from '~/upstream/pool.server'
import { startAppOn } from '../support/in-process-app'
import { freePort, until } from '../support/program'
import { type Deviation } from '../stranger/deviations'
import { startStranger } from '../stranger/stranger'

/** How the app sees a third-party upstream at the start: whether it is available, and what it supports. */

async function readinessOn(upstreamUrl: string): Promise<number> {
  const app = await startAppOn(upstreamUrl, { env: { DEMO: '0' } })
  onTestFinished(() => app.stop())
  return (await app.fetch('/readyz')).status
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on TCP
}

const timeouts = { connectMs: 5_000, getMs: 5_000, moneyMs: 5_000, uploadMs: 5_000, partMs: 5_000 }
const html = { 'content-type': 'text/html' }

describe('the app is ready', () => {
  it.each<Deviation | null>([
    null,
    'settings-unknown-null',
    'settings-in-value',
    'errors-html',
    'errors-empty',
    'refusals-ok-false',
    'json-as-text',
    'socket-none',
    'date-none',
  ])(
    "on an upstream with deviation %s, without calls that only this repository's backend has",
    async (name) => {
      const stranger = await startStranger({ deviations: name ? [name] : [] })
      onTestFinished(() => stranger.close())
      expect(await readinessOn(stranger.url)).toBe(200)
      expect(stranger.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'GET /api/settings/telegramAuthAvailable',
      ])
    },
  )

  it.each<[string, RequestListener]>([
    ['refuses unauthenticated calls', (_, response) => void response.writeHead(401).end()],
    ['refuses every call', (_, response) => void response.writeHead(403).end()],
    ['answers 404', (_, response) => void response.writeHead(404, html).end('<h1>Not here</h1>')],
    ['answers 400', (_, response) => void response.writeHead(400).end('{"message":"no"}')],
    ['fails on unknown calls', (_, response) => void response.writeHead(500).end('oops')],
    [
      'answers everything with one page',
      (_, response) => void response.writeHead(200, html).end('<div id="root">'),
    ],
    ['leads elsewhere', (_, response) => void response.writeHead(302, { location: '/login' }).end()],
    ['says nothing', (_, response) => void response.writeHead(204).end()],
  ])('on an upstream that %s', async (_what, answer) => {
    expect(await readinessOn(await serve(answer))).toBe(200)
  })
})

describe('the app is not ready', () => {
  it('when nothing listens on the port', async () => {
    expect(await readinessOn(`http://127.0.0.1:${await freePort()}`)).toBe(503)
  })

  it.each([502, 503, 504])('when only a gateway answers, with %i', async (status) => {
    expect(await readinessOn(await serve((_, response) => void response.writeHead(status).end()))).toBe(503)
  })

  it('when a connection is accepted and closed', async () => {
    expect(await readinessOn(await serve((request) => void request.socket.destroy()))).toBe(503)
  })
})

describe("readiness uses a call that the upstream's dialect has", () => {
  it.each([
    ['{}', 'GET /api/settings/telegramAuthAvailable'],
    ['{prefix: /v2, calls: {settings.get: {path: "/params/{key}"}}}', 'GET /v2/params/telegramAuthAvailable'],
    ['{method: POST, send: body}', 'POST /api/settings/telegramAuthAvailable'],
    ['{calls: {settings.get: false}}', 'GET /api/settings_other/plans/available'],
    [
      '{calls: {settings.get: false, settings.plans: false, settings.paymentSystems: false, content.news: false}}',
      'GET /api',
    ],
  ])('%s', async (dialect, call) => {
    const calls: string[] = []
    const url = await serve(({ method, url: path }, response) => {
      calls.push(`${method} ${path}`)
      response.end('{}')
    })
    const pool = createUpstreamPool({
      ...{ url, timeouts, dialect: parseDialect(dialect) },
      log: { warn: (_, message) => calls.push(message) },
    })
    await pool.reach(AbortSignal.timeout(5_000))
    await pool.close()
    expect(calls).toEqual([call])
  })
})

describe('one log line says what the upstream supports', () => {
  function report(url: string, dialectText = '{}') {
    const lines: object[] = []
    const note = (fields: object, message: string) => void lines.push({ ...fields, message })
    const dialect = parseDialect(dialectText)
    // Other warnings report how the answers differ.
    const upstream = createUpstreamPool({ url, timeouts, dialect, log: { warn: () => undefined } })
    onTestFinished(() => upstream.close())
    reportUpstream({
      upstream,
      hasSocket: () => hasNotificationSocket({ url, connectMs: 5_000, dialect }),
      log: { info: note, warn: note },
      retryMs: { first: 20, max: 50 },
    })
    return { lines, untilLines: (count: number) => until('it is told', () => lines.length >= count) }
  }

  const settings =
    (status: number, body: unknown): RequestListener =>
    (_, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  it.each<{ deviations: Deviation[]; dialect?: string; socket: boolean }>([
    { deviations: [], socket: true },
    { deviations: ['socket-none'], socket: false },
    { deviations: ['settings-unknown-null'], socket: true },
    { deviations: ['errors-html', 'socket-none'], socket: false },
    { deviations: [], dialect: '{socket: false}', socket: false },
    { deviations: [], dialect: '{socket: {path: /elsewhere}}', socket: false },
    { deviations: [], dialect: '{calls: {settings.get: false}}', socket: true },
  ])('a third-party upstream: $deviations $dialect', async ({ deviations, dialect, socket }) => {
    const stranger = await startStranger({ deviations })
    onTestFinished(() => stranger.close())
    const { lines, untilLines } = report(stranger.url, dialect)
    await untilLines(1)
    const message = `the upstream has no extensions and ${socket ? 'a' : 'no'} socket`
    expect(lines).toEqual([{ extensions: [], socket, message }])
  })

  it.each([
    [settings(401, {}), [], 'no extensions'],
    [settings(400, { message: 'no such key' }), [], 'no extensions'],
    [settings(200, 'once upon a time'), [], 'no extensions'],
    [settings(429, {}), null, 'unknown extensions'],
    [
      settings(200, { key: 'extensions', value: ['outcomes', 'demo', 'https://ann:secret@example.org'] }),
      ['outcomes', 'demo'],
      'the extensions outcomes, demo',
    ],
  ])('an upstream with other answers: %#', async (answer, extensions, words) => {
    const { lines, untilLines } = report(await serve(answer))
    await untilLines(1)
    const [line] = lines.filter((one) => 'socket' in one)
    expect(line).toEqual({ extensions, socket: false, message: `the upstream has ${words} and no socket` })
  })

  it('one line when it is unavailable, and one when it answers again', async () => {
    const stranger = await startStranger()
    const port = Number(new URL(stranger.url).port)
    await stranger.close()
    const { lines, untilLines } = report(stranger.url)
    await untilLines(1)
    const server = createServer(settings(404, {})).listen(port, '127.0.0.1')
    onTestFinished(() => void server.close())
    await untilLines(2)
    expect(lines).toEqual([
      { message: 'the upstream does not answer yet' },
      { extensions: [], socket: false, message: 'the upstream has no extensions and no socket' },
    ])
  })
})
