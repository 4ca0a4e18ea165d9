import { type IncomingMessage } from 'node:http'
import { parse } from 'cookie'
import { ownOrigin } from '~/session/cross-site.server'
import { networkOf } from '~/formats/network'
import { type Limits } from '~/session/limits.server'
import { requestInfoOf } from '~/session/request-info.server'
import { detectLanguage } from '~/locale/detection.server'
import { type Language } from '~/contract/languages'
import { type EndedSessions } from '~/session/ended-sessions.server'
import { absoluteMs, idleMs, type Vault } from '~/session/vault.server'

/**
 * Who may open a socket: a page of ours, in a browser with a live session of an investor whose phone is confirmed,
 * and within the limits. This is decided before the connection becomes a socket.
 */

/** A session as its socket needs it. */
export interface SocketSession {
  sessionId: string
  login: string
  /** The bearer, for the upstream's handshake alone. */
  token: string
  language: Language
  /** When the seal was made: of two for one session the newer has the better bearer. */
  sealedAt: number
  /** When the session is over unless a page load prolongs it, in milliseconds since the epoch. */
  endsAt: number
}

/** The status of a refusal. */
export type HandshakeRefusal = 401 | 403 | 421 | 429

export type AuthorizeHandshake = (req: IncomingMessage) => Promise<SocketSession | HandshakeRefusal>

export interface HandshakeOptions {
  vault: Vault
  ended: Pick<EndedSessions, 'has'>
  publicOrigin: string
  isOwnHost: (host: string | undefined) => boolean
  limits: Pick<Limits, 'take'>
}

export function createHandshakeAuthorizer({
  vault,
  ended,
  publicOrigin,
  isOwnHost,
  limits,
}: HandshakeOptions): AuthorizeHandshake {
  return async (req) => {
    const { host, origin, cookie = '' } = req.headers
    const { address, url } = requestInfoOf(req)
    if (!isOwnHost(host)) return 421
    if (origin !== ownOrigin(req, publicOrigin)) return 403
    if ((await limits.take('socket', address)) !== null) return 429
    const opened = await vault.open(parse(cookie)[vault.cookieName])
    if (opened.state !== 'live' || !opened.contents.signedIn || ended.has(opened.contents.id)) return 401
    const { id, startedAt, sealedAt, signedIn } = opened.contents
    const { user, token } = signedIn
    if (user.role !== 'investor' || !user.phoneConfirmed) return 403
    return {
      sessionId: id,
      login: user.login,
      token,
      language: await detectLanguage(url, cookie),
      sealedAt,
      endsAt: Math.min(sealedAt + idleMs, startedAt + absoluteMs),
    }
  }
}

/** One visitor by address, as the limits count them. */
export const clientNetworkOf = (req: IncomingMessage): string => networkOf(requestInfoOf(req).address)
