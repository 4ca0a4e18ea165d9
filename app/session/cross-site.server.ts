import { type IncomingMessage } from 'node:http'
import { hasNoAuthority } from './form-addresses.server'
import { Refusal } from './refusal.server'
import { type Session } from './session.server'
import { sessionOf } from './sessions.server'
import { type Middleware, requestInfoOf } from './request-info.server'

/**
 * Which senders may post a form here: only our own pages. The browser's headers come first (Sec-Fetch-Site, then
 * Origin); without both, as in text browsers, the form must carry the token of the session it was made for, or an
 * idempotency key of its account: the key outlives the session, so that the form still leads to what it made.
 */

type Sender = 'ours' | 'foreign' | 'unsaid'

/** Refuses a form that the browser marks as sent by another site, including other subdomains of our own. */
export function refuseForeignForms(publicOrigin: string): Middleware {
  return (req, _res, next) => {
    if (req.method === 'POST' && senderOf(req, publicOrigin) === 'foreign') next(new Refusal('cross_site'))
    else next()
  }
}

/**
 * Requires the session's form token where the browser does not identify the sender of the form.
 * @param ownsKey whether an idempotency key was issued to this account, which no other site can know
 */
export function requireFormToken(
  publicOrigin: string,
  ownsKey: (session: Session, sealed: string) => Promise<boolean>,
): Middleware {
  async function isOurs(req: IncomingMessage): Promise<boolean> {
    const { session } = sessionOf(req)
    const { form } = requestInfoOf(req)
    const [token, key] = [form?.get('formToken'), form?.get('submission')]
    if (typeof token === 'string' && session.hasFormToken(token)) return true
    return typeof key === 'string' && ownsKey(session, key)
  }
  return (req, _res, next) => {
    if (
      req.method !== 'POST' ||
      senderOf(req, publicOrigin) === 'ours' ||
      hasNoAuthority(requestInfoOf(req).url.pathname)
    )
      return next()
    isOurs(req).then((isOurs) => next(isOurs ? undefined : new Refusal('form_token')), next)
  }
}

/** Whether the browser says nothing about who sends the form, as text browsers do. */
export const isSenderUnsaid = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === undefined && headers.origin === undefined

function senderOf(req: IncomingMessage, publicOrigin: string): Sender {
  if (isSenderUnsaid(req)) return 'unsaid'
  const { 'sec-fetch-site': site, origin } = req.headers
  if (site !== undefined) return site === 'same-origin' ? 'ours' : 'foreign'
  return origin === ownOrigin(req, publicOrigin) ? 'ours' : 'foreign'
}

/** With a public name the app has one origin, regardless of the protocol of the last hop; else it is the request's. */
export function ownOrigin(req: IncomingMessage, publicOrigin: string): string {
  const { origin, host } = requestInfoOf(req).url
  return host === new URL(publicOrigin).host ? publicOrigin : origin
}
