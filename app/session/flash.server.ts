import texts from '../../locales/en/flash.json'
import { followedCookie } from './followed-cookie'
import { type CookieJar } from './cookies.server'

/** What has become of a form, on the page that its redirect leads to: a key of the namespace `flash`. */
export type FlashKey = keyof typeof texts

export interface Flash {
  /** Takes the pending message, if any; it is shown once. */
  take(): FlashKey | null
  set(message: FlashKey): void
}

/** Follows the key of a message that went out with a page's data. */
const sentMark = '.sent'

/**
 * A cookie carries the key, so only keys of the closed list are accepted. A page's data may arrive and be of no use, since a
 * script of that page is lost: its document, which the browser then loads, has the message again.
 * @param isDataRequest the answer is the data of a page, not its document
 */
export function openFlash(jar: CookieJar, name: string, isDataRequest: boolean): Flash {
  return {
    take() {
      const found = jar.get(name)
      if (found === undefined) return null
      const isSent = found.endsWith(sentMark)
      const word = isSent ? found.slice(0, -sentMark.length) : found
      const isInstead = !isDataRequest && jar.get(followedCookie) !== undefined
      if (isInstead) jar.clear(followedCookie)
      if (isDataRequest && !isSent) jar.set(name, word + sentMark, 60)
      else jar.clear(name)
      return Object.hasOwn(texts, word) && (!isSent || isInstead) ? (word as FlashKey) : null
    },
    set: (message) => jar.set(name, message, 60),
  }
}
