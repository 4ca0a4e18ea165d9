import { type IncomingMessage } from 'node:http'
import { type EndedSessions } from './ended-sessions.server'
import { type Session, openSession } from './session.server'
import { type Vault } from './vault.server'
import { type CookieJar, openCookieJar } from './cookies.server'
import { type Middleware, isDocumentGet } from './request-info.server'

interface Opened {
  session: Session
  jar: CookieJar
}

const opened = new WeakMap<IncomingMessage, Opened>()

/** The session and the cookies of a request that has passed `openSessions`. */
export function sessionOf(req: IncomingMessage): Opened {
  const found = opened.get(req)
  if (!found) throw new Error('openSessions has to run before the session is used')
  return found
}

export interface SessionsOptions {
  vault: Vault
  visitors: Vault
  ended: EndedSessions
  isSecure: boolean
  now: () => number
}

/** Opens the session once a request, before the first guard that needs it. */
export function openSessions({ isSecure, ...options }: SessionsOptions): Middleware {
  return (req, res, next) => {
    const jar = openCookieJar(req, res, isSecure)
    openSession({ ...options, jar, isDocumentGet: isDocumentGet(req) }).then((session) => {
      opened.set(req, { session, jar })
      next()
    }, next)
  }
}
