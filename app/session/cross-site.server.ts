import { type IncomingMessage } from 'node:http'
import { hasNoAuthority } from './form-addresses.server'
import { Refusal } from './refusal.server'
import { sessionOf } from './sessions.server'
import { type Middleware, requestInfoOf } from './request-info.server'

/**
 * Which senders may post a form here: only our own pages. The browser's headers come first (Sec-Fetch-Site, then
 * Origin); without both, as in text browsers, the form must carry the token of the session it was made for.
 */

type Sender = 'ours' | 'foreign' | 'unsaid'

/** Refuses a form that the browser marks as sent by another site, a sibling of ours included. */
export function refuseForeignForms(publicOrigin: string): Middleware {
  return (req, _res, next) => {
    if (req.method === 'POST' && senderOf(req, publicOrigin) === 'foreign') next(new Refusal('cross_site'))
    else next()
  }
}

/** Requires the session's form token where the browser does not identify the sender of the form. */
export function requireFormToken(publicOrigin: string): Middleware {
  return (req, _res, next) => {
    const { url, form } = requestInfoOf(req)
    if (req.method !== 'POST' || senderOf(req, publicOrigin) === 'ours' || hasNoAuthority(url.pathname))
      return next()
    const token = form?.get('formToken')
    if (typeof token === 'string' && sessionOf(req).session.hasFormToken(token)) next()
    else next(new Refusal('form_token'))
  }
}

function senderOf(req: IncomingMessage, publicOrigin: string): Sender {
  const { 'sec-fetch-site': site, origin } = req.headers
  if (site !== undefined) return site === 'same-origin' ? 'ours' : 'foreign'
  if (origin === undefined) return 'unsaid'
  return origin === ownOrigin(req, publicOrigin) ? 'ours' : 'foreign'
}

/** With a public name the app has one origin, whatever protocol the last hop used; else the request's. */
export function ownOrigin(req: IncomingMessage, publicOrigin: string): string {
  const { origin, host } = requestInfoOf(req).url
  return host === new URL(publicOrigin).host ? publicOrigin : origin
}
