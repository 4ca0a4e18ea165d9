import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type OpenSpan, type Tracing } from '~/telemetry/tracing.server'

/**
 * A span for each call, as a child of the span that its header names; its statements descend from it. Webhooks come from
 * strangers, whose headers name no span of ours.
 */
export function traceCalls(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { call = 'none' } = request.routeOptions.config
    const span = tracing.start(call, {
      kind: 'server',
      parent: call.startsWith('hooks.') ? undefined : request.headers.traceparent,
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
