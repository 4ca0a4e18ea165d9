import { type IncomingMessage, createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createHttpServer, listen } from '../http-server.server'
import { passPaymentHooks } from './payment-hooks.server'

/** An app that passes hooks on, and a backend that answers with what it got. */
async function open({ isOurs = true } = {}) {
  const backend = createServer((req, res) => {
    let body = ''
    req.on('data', (part: Buffer) => (body += part.toString()))
    req.on('end', () => {
      const { host: _host, connection: _connection, ...headers } = req.headers
      res.writeHead(202, { 'content-type': 'application/json', 'set-cookie': 'a=b' })
      res.end(JSON.stringify({ url: req.url, headers, body }))
    })
  })
  const backendUrl = `http://127.0.0.1:${await listen(backend, 0, '127.0.0.1')}`
  const app = createHttpServer(
    [passPaymentHooks(isOurs ? backendUrl : null)],
    (_req, res) => void res.end('a page'),
  )
  const url = `http://127.0.0.1:${await listen(app, 0, '127.0.0.1')}`
  return {
    url,
    backend,
    [Symbol.dispose]() {
      for (const server of [app, backend]) server.close().closeAllConnections()
    },
  }
}

const signed = { 'webhook-id': 'e1', 'btcpay-sig': 'sha256=00', 'content-type': 'application/json' }

test('a signed call reaches the backend with its bytes and its signature, and nothing else of the visitor', async () => {
  using app = await open()
  const body = '{"amount": "1.0" }'
  const answer = await fetch(`${app.url}/api/hooks/payments`, {
    method: 'POST',
    headers: { ...signed, cookie: 'sid=secret', 'x-forwarded-for': '10.0.0.1' },
    body,
  })
  expect(answer.status).toBe(202)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.json()).toEqual({
    url: '/api/hooks/payments',
    headers: { ...signed, 'content-length': String(body.length) },
    body,
  })
})

test('a read, a body that is too large, and a backend that is away are refused', async () => {
  using app = await open()
  const post = (body: string) => fetch(`${app.url}/api/hooks/payments`, { method: 'POST', body })
  expect((await fetch(`${app.url}/api/hooks/payments`)).status).toBe(405)
  expect((await post('x'.repeat(65_537))).status).toBe(413)
  app.backend.close().closeAllConnections()
  expect((await post('{}')).status).toBe(502)
})

test('where the backend is not ours, and at any other address, there is no such call', async () => {
  using app = await open({ isOurs: false })
  expect(await (await fetch(`${app.url}/api/hooks/payments`, { method: 'POST' })).text()).toBe('a page')
  using own = await open()
  expect(await (await fetch(`${own.url}/api/user/balance`, { method: 'POST' })).text()).toBe('a page')
})

test.each([
  '/api/hooks/../auth/login',
  '/api/hooks/%2e%2e/auth/login',
  '/api/hooks/payments/../../auth/login',
  '/api/hooks/payments/%2E%2E/%2E%2E/auth/login',
  '/api/hooks/payments;/../../auth/login',
  '/api/hooks/payments%2f..%2f..%2fauth/login',
  '/api/hooks/\\..\\auth/login',
  '//api/hooks/../auth/login',
  '/api/hooks/',
  '/api/hooks/other',
])('no other call of the backend is reached by %s', async (path) => {
  using app = await open()
  expect(await send(app.url, path)).toBe('a page')
})

test('a query does not reach the backend', async () => {
  using app = await open()
  const answer = JSON.parse(await send(app.url, '/api/hooks/payments?x=/../auth/login')) as { url: string }
  expect(answer.url).toBe('/api/hooks/payments')
})

/** Sends a target as it is written, which `fetch` would normalize. */
async function send(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, method: 'POST', headers: { 'content-length': '0' } }, resolve)
      .on('error', reject)
      .end()
  })
  return text(answer)
}
