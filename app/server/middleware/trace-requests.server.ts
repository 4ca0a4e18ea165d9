import { type Middleware, requestInfoOf } from '~/session/request-info.server'
import { type Tracing } from '~/telemetry/tracing.server'
import { routeOfRequest } from './count-requests.server'

/** A span for each request, from which those of its calls descend. */
export function traceRequests(routeOf: (path: string) => string | null, tracing: Tracing): Middleware {
  return (req, res, next) => {
    const requestInfo = requestInfoOf(req)
    const route = routeOfRequest(req, routeOf)
    if (route === 'health' || route === 'file') return next()
    const method = req.method ?? 'GET'
    const span = tracing.start(`${method} ${route}`, {
      kind: 'server',
      parent: requestInfo.traceparent,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'tideline.request_id': requestInfo.id,
      },
    })
    requestInfo.traceparent = span.traceparent
    res.on('close', () => span.end({ 'http.response.status_code': res.statusCode }, res.statusCode >= 500))
    next()
  }
}
