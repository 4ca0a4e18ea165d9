import { type IncomingMessage, type ServerResponse } from 'node:http'
import { parse, serialize } from 'cookie'
import onHeaders from 'on-headers'

/** The cookies of one request and its answer, by their plain names. */
export interface CookieJar {
  get(name: string): string | undefined
  /** The names of the cookies that came with the request and begin so. */
  namesFrom(prefix: string): string[]
  /**
   * Sets it with the answer, whether that is a page, data or a redirect.
   * @param value a function is called when the answer's head is written; null then leaves the cookie alone
   * @param maxAgeS the browser session by default
   */
  set(name: string, value: string | (() => string | null), maxAgeS?: number): void
  clear(name: string): void
  /** Passes on what was set after the answer's head was written, to a later answer to the same browser. */
  passOn(to: Pick<CookieJar, 'set'>): void
}

/** The jar of an answer that nobody may look at: it takes nothing and leaves nothing. */
export const withoutCookies: CookieJar = {
  get: () => undefined,
  namesFrom: () => [],
  set() {},
  clear() {},
  passOn() {},
}

interface Pending {
  value: string | (() => string | null)
  maxAgeS?: number
}

/** The name under which a host's own cookie travels: the prefix makes the browser refuse it from anyone else. */
export function hostCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

/**
 * Cookies are collected by name and written once, with the answer's head: a later value of the same cookie replaces
 * an earlier one, and no answer carries two. An answer with a cookie is for one browser: a shared cache would set the
 * cookie for all its readers.
 * @param isSecure false only for plain http on a loopback address
 */
export function openCookieJar(req: IncomingMessage, res: ServerResponse, isSecure: boolean): CookieJar {
  const sent = parse(req.headers.cookie ?? '')
  const pending = new Map<string, Pending>()
  onHeaders(res, () => {
    for (const [name, { value, maxAgeS }] of pending) {
      const text = typeof value === 'function' ? value() : value
      if (text === null) continue
      const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } as const
      res.appendHeader('set-cookie', serialize(name, text, { ...attributes, maxAge: maxAgeS }))
      keepFromSharedCaches(res)
    }
    pending.clear()
  })
  return {
    get: (name) => sent[name],
    namesFrom: (prefix) => Object.keys(sent).filter((name) => name.startsWith(prefix)),
    set: (name, value, maxAgeS) => void pending.set(name, { value, maxAgeS }),
    clear: (name) => void pending.set(name, { value: '', maxAgeS: 0 }),
    passOn(to) {
      for (const [name, { value, maxAgeS }] of pending) to.set(name, value, maxAgeS)
    },
  }
}

function keepFromSharedCaches(res: ServerResponse): void {
  const caching = res.getHeader('cache-control')
  if (typeof caching === 'string') res.setHeader('cache-control', caching.replace(/\bpublic\b/, 'private'))
}
