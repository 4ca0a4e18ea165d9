import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type OpenSpan, type Tracing } from '~/telemetry/tracing.server'
import { peersAmong } from './trusted-proxies'

/**
 * A span for each call; its statements descend from it. It is a child of the span that its header names where the peer is
 * trusted, as the app is. Others name no span of ours, nor do webhooks, which come from strangers through a trusted proxy.
 * @param trustedProxies addresses and ranges, or `loopback`
 */
export function traceCalls(
  app: FastifyInstance,
  tracing: Tracing,
  { trustedProxies }: { trustedProxies: readonly string[] },
): void {
  const isTrusted = peersAmong(trustedProxies)
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { call = 'none' } = request.routeOptions.config
    const isFollowed = !call.startsWith('hooks.') && isTrusted(request.socket.remoteAddress)
    const span = tracing.start(call, {
      kind: 'server',
      parent: isFollowed ? request.headers.traceparent : undefined,
      attributes: { 'http.request.method': request.method, 'tideline.request_id': request.id },
    })
    spans.set(request, span)
    tracing.enter(span)
    done()
  })
  // Reading a body leaves the flow of execution.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) tracing.enter(span)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500)
    done()
  })
}
