import { type IncomingMessage } from 'node:http'
import { paths } from '~/paths'
import { type Middleware } from '~/session/request-info.server'

/** One answered request, or one whose client has gone. */
export interface CountedRequest {
  method: 'GET' | 'POST' | 'other'
  /** The pattern of its route, or the kind of what has none: `file`, `health`, `hook`, `none`. */
  route: string
  /** The status, or `aborted`. */
  status: string
  seconds: number
}

/** Measures each request until its answer has ended or its client has gone. */
export function countRequests(
  routeOf: (path: string) => string | null,
  onRequest: (request: CountedRequest) => void,
  now: () => number = () => performance.now(),
): Middleware {
  return (req, res, next) => {
    const startedMs = now()
    const route = routeOfRequest(req, routeOf)
    res.on('close', () =>
      onRequest({
        method:
          req.method === 'POST' ? 'POST' : req.method === 'GET' || req.method === 'HEAD' ? 'GET' : 'other',
        route,
        status: res.writableFinished ? String(res.statusCode) : 'aborted',
        seconds: (now() - startedMs) / 1000,
      }),
    )
    next()
  }
}

/** The pattern of a request's route, or the kind of what has none. */
export function routeOfRequest(
  { url = '' }: Pick<IncomingMessage, 'url'>,
  routeOf: (path: string) => string | null,
): string {
  const [path = ''] = url.split('?', 1)
  return kindOf(path) ?? routeOf(path) ?? 'none'
}

/** What is answered before any route. */
function kindOf(path: string): string | null {
  if (path === paths.health() || path === paths.readiness()) return 'health'
  if (path.startsWith('/api/hooks/')) return 'hook'
  if (path.startsWith('/build/')) return 'file'
  return null
}
