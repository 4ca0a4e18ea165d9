import { z } from 'zod'
import { type CookieJar } from './cookies.server'
import { type Sealer } from './seal.server'
import { isSecretField } from './field-names.server'

/**
 * The values that a user had typed when the session turned out to be over, so that they are there again after signing
 * in. Invariants: nothing secret is kept; only the same account gets it back, at the same page, within a quarter of an
 * hour and once; nothing is resent automatically.
 */
export interface KeptForm {
  /**
   * Keeps the fields of a form that was posted to `path` by an account, named by its id.
   * @returns whether what was typed is kept. Where it is too long for a cookie nothing is: an earlier form would pass for this one
   */
  keep(userId: string, path: string, form: FormData): Promise<boolean>
  /** The kept values for this account and page, once. */
  take(userId: string, path: string): Promise<Record<string, string> | null>
}

const ttlMs = 15 * 60_000
/** With name and attributes it stays below the limit of browsers. */
const maxValue = 3_800

const KeptFormContents = z.object({
  userId: z.string(),
  path: z.string(),
  at: z.number(),
  values: z.record(z.string(), z.string()),
})

/**
 * @param name the cookie's name, which is also the purpose of its seal
 * @param now in milliseconds since the epoch
 */
export function openKeptForm(jar: CookieJar, sealer: Sealer, name: string, now: () => number): KeptForm {
  return {
    async keep(userId, path, form) {
      const typed = [...form].filter(
        ([field, value]) => typeof value === 'string' && value && !isSecretField(field),
      )
      if (typed.length === 0) return true
      const kept = { userId, path, at: now(), values: Object.fromEntries(typed) }
      const sealed = await sealer.seal(name, kept)
      const isKept = sealed.length <= maxValue
      if (isKept) jar.set(name, sealed, ttlMs / 1000)
      else jar.clear(name)
      return isKept
    },
    async take(userId, path) {
      const opened = await sealer.open(name, jar.get(name) ?? '')
      const kept = KeptFormContents.safeParse(opened?.content).data
      if (!kept || kept.userId !== userId || kept.path !== path) return null
      jar.clear(name)
      return now() - kept.at > ttlMs ? null : kept.values
    },
  }
}
