import { z } from 'zod'
import { type CookieJar } from '~/http/cookies.server'
import { languageKey, type Language } from '~/i18n/languages'
import { type Sealer } from './seal.server'

/**
 * What stays on the device when the session is gone: the language, and the login that last signed in here. The login
 * is sealed, so that it is known to be one that really signed in with this browser: such a browser is spared the delay
 * that guesses at the same login have earned. It signs nobody in and is never more than a name in a field.
 */
export interface Device {
  keepLanguage(language: Language): void
  /** The login that last signed in with this browser. */
  lastLogin(): Promise<string | null>
  keepLogin(login: string): Promise<void>
  /** Another code can be asked for in this many seconds. Only for the page to say; the limits hold by themselves. */
  keepCodeWait(seconds: number): void
  /** How long that still is; null: not at all. */
  codeWait(): CodeWait | null
}

export interface CodeWait {
  seconds: number
  /** The next full minute after it, ISO 8601, as pages show times. */
  until: string
}

const yearS = 365 * 24 * 60 * 60
const halfYearS = yearS / 2

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const Kept = z.object({ login: z.string() })

/**
 * @param name the cookie's name, which is also the purpose of its seal
 * @param now in milliseconds since the epoch
 */
export function openDevice(jar: CookieJar, sealer: Sealer, name: string, now: () => number): Device {
  const waitName = `${name}-wait`
  let codeWaitEnds = Number(jar.get(waitName))
  return {
    keepLanguage: (language) => jar.set(languageKey, language, yearS),
    async lastLogin() {
      const opened = await sealer.open(name, jar.get(name) ?? '')
      return Kept.safeParse(opened?.content).data?.login ?? null
    },
    async keepLogin(login) {
      jar.set(name, await sealer.seal(name, { login }), halfYearS)
    },
    keepCodeWait(seconds) {
      codeWaitEnds = now() + seconds * 1000
      jar.set(waitName, String(codeWaitEnds), seconds)
    },
    codeWait() {
      const left = codeWaitEnds - now()
      if (!(left > 0 && left < hourMs)) return null
      const until = new Date(Math.ceil(codeWaitEnds / minuteMs) * minuteMs).toISOString()
      return { seconds: Math.ceil(left / 1000), until }
    },
  }
}
