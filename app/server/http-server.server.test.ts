import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { serveHttpServer } from '../../tests/support/serve'
import { parseEnv } from '~/env.server'
import { checkHost } from './host.server'
import { checkMethod } from './middleware/request-checks.server'
import { forwardedBy, trustProxies } from './middleware/proxies.server'
import { requestIdHeader } from './middleware/request-log.server'
import { securityHeaders } from './middleware/security-headers.server'
import { requestInfoOf } from '~/session/request-info.server'

/** The middleware of `server.ts` that checks a request, in the same order. */
const front = () =>
  serveHttpServer(
    [
      trustProxies(forwardedBy([], { warn: () => {} })),
      requestIdHeader,
      securityHeaders(parseEnv({ DEMO: '1' })),
      checkMethod,
      checkHost(['localhost']),
    ],
    (req, res) => res.end(requestInfoOf(req).url.pathname),
  )

test.each(['[', 'a b', '%', 'a<b', ':80', 'localhost:99999', 'a/b?c#d', 'user@localhost'])(
  'a request for the host %j is refused like any other foreign host',
  async (host) => {
    const { ask } = await front()
    const answer = await ask('/login', { headers: { host } })
    expect(answer.status).toBe(421)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(await ask('/login', { headers: { host: 'localhost' } })).toMatchObject({
      status: 200,
      text: '/login',
    })
  },
)

test.each(['http://elsewhere.example/login', '//[', '/%', '*'])(
  'the target %s does not crash the server',
  async (target) => {
    const { ask } = await front()
    const headers = { host: 'localhost' }
    expect((await ask(target, { headers })).status).toBeLessThan(500)
    expect((await ask('/', { headers })).status).toBe(200)
  },
)

test('middleware that fails ends only its own request', async () => {
  const { ask } = await serveHttpServer([
    (req, _res, next) => {
      if (req.url === '/fails') throw new Error('as a defect would')
      next()
    },
  ])
  await expect(ask('/fails')).rejects.toThrow('socket hang up')
  expect((await ask('/')).text).toBe('reached')
})

test.each([
  ['two statements of its length', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 30\r\n\r\n'],
  ['a folded header', 'X-A: b\r\n Content-Length: 5\r\n\r\n'],
])('a request with %s, whose end proxies see elsewhere, is refused', async (_what, rest) => {
  const reached: string[] = []
  const { port } = await serveHttpServer([], (req, res) => {
    reached.push(String(req.url))
    res.end()
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /first HTTP/1.1\r\nHost: localhost\r\n${rest}GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request/)
  expect(reached).toEqual([])
})
