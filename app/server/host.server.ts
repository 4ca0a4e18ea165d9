import { plain } from './middleware/plain.server'
import { type Middleware } from '~/session/request-info.server'

/** A name or an address with an optional port, and nothing else that a URL could hold. */
const wellFormed = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/**
 * Whether a Host header names one of our hosts.
 * @param allowed host names (any port), or `name:port`
 */
export function ownHosts(allowed: readonly string[]): (host: string | undefined) => boolean {
  const hosts = new Set(allowed.map((host) => host.toLowerCase()))
  let lastKnown: string | undefined // nearly every request is for the same one
  return (given = '') => {
    if (given === lastKnown) return true
    const host = given.toLowerCase()
    const name = host.replace(/:\d+$/, '')
    if (!wellFormed.test(host) || !URL.canParse(`http://${host}`)) return false
    if (!hosts.has(host) && !hosts.has(name)) return false
    lastKnown = given
    return true
  }
}

/**
 * Answers only for our own hosts: links, redirects and caches can't be made to name another one.
 * @param allowed as for `ownHosts`
 */
export function checkHost(allowed: readonly string[]): Middleware {
  const isOurs = ownHosts(allowed)
  return (req, res, next) => {
    if (!isOurs(req.headers.host)) return plain(res, 421, 'This host is not served here')
    // `GET http://elsewhere/` and `OPTIONS *` are no paths of this app, and `/%` can't be decoded.
    if (!req.url?.startsWith('/') || !isDecodable(req.url))
      return plain(res, 400, 'The address is not understood')
    next()
  }
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}
