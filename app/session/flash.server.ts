import texts from '../../locales/en/flash.json'
import { type CookieJar } from './cookies.server'

/** The success message on the page that the redirect leads to: a key of the namespace `flash`. */
export type FlashKey = keyof typeof texts

export interface Flash {
  /** Takes the pending message, if any; it is shown once. */
  take(): FlashKey | null
  set(message: FlashKey): void
}

/** A cookie carries the key, so only keys of the closed list are accepted. */
export function openFlash(jar: CookieJar, name: string): Flash {
  return {
    take() {
      const word = jar.get(name)
      if (word === undefined) return null
      jar.clear(name)
      return Object.hasOwn(texts, word) ? (word as FlashKey) : null
    },
    set: (message) => jar.set(name, message, 60),
  }
}
