import { type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { rangesOf } from '~/formats/proxy-ranges.server'
import { isTraceparent } from '~/telemetry/traceparent.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

/**
 * The client's real address and host, when the app is behind proxies. `X-Forwarded-*` counts only from a configured
 * address; from any other it is dropped before code could read it. The first such header is logged: it may come from
 * a proxy that was not configured, behind which all visitors are counted as one.
 */
export function trustProxies(readForwarded: ReturnType<typeof forwardedBy>): Middleware {
  return (req, _res, next) => {
    readForwarded(req)
    next()
  }
}

/** The same for any request, including one that passes no middleware, such as one that becomes a socket. */
export function forwardedBy(
  trusted: readonly string[],
  log: { warn(details: object, message: string): void },
): (req: IncomingMessage) => void {
  const proxies = rangesOf(trusted)
  let isWarned = false
  return (req) => {
    const { headers } = req
    const requestInfo = requestInfoOf(req)
    if (proxies(requestInfo.address)) {
      requestInfo.address = clientOf(headers['x-forwarded-for'], requestInfo.address, proxies)
      if (last(headers['x-forwarded-proto']) === 'https') requestInfo.protocol = 'https'
      headers.host = last(headers['x-forwarded-host']) ?? headers.host
      if (isTraceparent(headers.traceparent)) requestInfo.traceparent = headers.traceparent
    } else if (headers['x-forwarded-for'] !== undefined && !isWarned) {
      isWarned = true
      log.warn(
        { peer: requestInfo.address },
        'X-Forwarded-For of a peer that is not among TRUSTED_PROXIES does not count; this is said once',
      )
    }
    for (const name of Object.keys(headers))
      if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip')
        delete headers[name]
    // Express reads the scheme from here. The value is now set by us and not by the client.
    headers['x-forwarded-proto'] = requestInfo.protocol
  }
}

/** The last address that is no trusted proxy. Everything to its left was written by the client. */
function clientOf(
  forwardedFor: string | string[] | undefined,
  peer: string,
  isProxy: (address: string) => boolean,
): string {
  const hops = [forwardedFor]
    .flat()
    .join(',')
    .split(',')
    .map((hop) => hop.trim())
  let client = peer
  for (const hop of hops.reverse()) {
    if (!isIP(hop)) break
    client = hop
    if (!isProxy(hop)) break
  }
  return client
}

function last(header: string | string[] | undefined): string | undefined {
  return [header].flat().join(',').split(',').at(-1)?.trim().toLowerCase() || undefined
}
