import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { type Tracing } from '~/telemetry/tracing.server'
import { traceCalls } from './trace-calls'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

it.each([
  { peer: '127.0.0.1', trustedProxies: ['loopback'], isFollowed: true },
  { peer: '::1', trustedProxies: ['loopback'], isFollowed: true },
  { peer: '::ffff:172.30.11.7', trustedProxies: ['loopback', '172.30.11.0/24'], isFollowed: true },
  { peer: '172.30.12.7', trustedProxies: ['loopback', '172.30.11.0/24', '172.30.12.2'], isFollowed: false },
  { peer: '127.0.0.1', trustedProxies: ['172.30.11.0/24'], isFollowed: false },
  { peer: '2001:db8::1', trustedProxies: ['loopback'], isFollowed: false },
])('the trace that $peer names is followed where it is among $trustedProxies: $isFollowed', async (given) => {
  const parents: unknown[] = []
  const tracing: Tracing = {
    start(_name, { parent }) {
      parents.push(parent)
      return { traceparent, end() {} }
    },
    enter() {},
    present: () => undefined,
    close: () => Promise.resolve(),
  }
  const app = Fastify()
  onTestFinished(() => app.close())
  traceCalls(app, tracing, given)
  app.get('/call', () => 'done')
  // Whatever it says of who sent it: only its own address counts.
  const headers = { traceparent, 'x-forwarded-for': '127.0.0.1' }
  await app.inject({ url: '/call', headers, remoteAddress: given.peer })
  expect(parents).toEqual([given.isFollowed ? traceparent : undefined])
})
