import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type CookieJar } from './cookies.server'
import { type Language } from '~/contract/languages'
import { languageKey } from '~/locale/languages'
import { foldIdentity } from './identity.server'
import { type Sealer } from './seal.server'

/**
 * What stays on the device after the session: the language, whether amounts are hidden, and the login that last signed
 * in here with the names that were typed for it. They are sealed, which proves a real sign-in with this browser. Such a
 * browser skips the delay that guesses at the same name have caused. They sign no one in; the login only fills a field,
 * and the proof of an earlier second factor replaces the next one, never the password.
 */
export interface Device {
  keepLanguage(language: Language): void
  /** The login that last signed in with this browser. */
  lastLogin(): Promise<string | null>
  /** Whether the last sign-in here used this name, in any of its spellings. */
  isKnown(name: string): Promise<boolean>
  /** @param typed the name that was signed in by: the login, an e-mail or a phone */
  keepLogin(user: { login: string; role?: string }, typed: string): Promise<void>
  /** Whether the last sign-in here was an operator's, to whom the operator's part is no secret. */
  isOperators(): Promise<boolean>
  /** The name in the last password reset, so that it need not be typed twice; kept sealed for a while. */
  keepResetName(typed: string): Promise<void>
  resetName(): Promise<string | null>
  /** The sign-in that waits for a second factor; kept sealed as long as the upstream keeps it. */
  keepChallenge(challenge: FactorChallenge): Promise<void>
  challenge(): Promise<FactorChallenge | null>
  dropChallenge(): void
  /** The upstream's proof that a second factor was passed with this browser; kept sealed and shown to nobody. */
  keepTrust(deviceToken: string): Promise<void>
  trust(): Promise<string | undefined>
  /** Whether amounts are shown as dots. */
  readonly hidesAmounts: boolean
  keepAmounts(visibility: AmountsVisibility): void
  /** Another code can be requested in this many seconds. Only for display; the limits hold on their own. */
  keepCodeWait(seconds: number): void
  /** The random id of this browser for the upstream; null before a sign-in with it. */
  id(): string | null
  /** Gives the browser an id for a year, or renews it. Only signing in calls it. */
  keepId(): void
  /** How long that still is; null: no wait. */
  codeWait(): CodeWait | null
}

export type AmountsVisibility = 'hidden' | 'shown'

export interface CodeWait {
  seconds: number
  /** The next full minute after it, ISO 8601, as pages show times. */
  until: string
}

const yearS = 365 * 24 * 60 * 60
const halfYearS = yearS / 2

const minuteMs = 60_000
const resetNameTtlS = 15 * 60
const hourMs = 60 * minuteMs

/** A login, an e-mail and a phone. */
const maxNames = 3

const ResetName = z.object({ login: z.string() })

const challengeTtlS = 5 * 60
const trustTtlS = 90 * 24 * 60 * 60

const FactorChallenge = z.object({
  challenge: z.string(),
  /** Of the refusal, such as `totp,recovery`. */
  methods: z.string(),
  /** The name that was typed to sign in; absent after Telegram. */
  typed: z.string().optional(),
})
export type FactorChallenge = z.infer<typeof FactorChallenge>

const Trust = z.object({ deviceToken: z.string() })

const DeviceContents = z.object({
  login: z.string(),
  names: z.array(z.string()).default([]),
  isOperators: z.boolean().default(false),
})

/**
 * @param name the cookie's name, which is also the purpose of its seal
 * @param now in milliseconds since the epoch
 */
export function openDevice(jar: CookieJar, sealer: Sealer, name: string, now: () => number): Device {
  const waitName = `${name}-wait`
  const resetName = `${name}-reset`
  const challengeName = `${name}-factor`
  const trustName = `${name}-trust`
  const amountsName = `${name}-amounts`
  const idName = `${name}-id`
  let codeWaitEnds = Number(jar.get(waitName))
  // Of this request, where the browser had none before.
  let given: string | null = null
  const id = () => {
    const sent = jar.get(idName) ?? ''
    return given ?? (/^[\w-]{22}$/.test(sent) ? sent : null)
  }
  async function kept() {
    const opened = await sealer.open(name, jar.get(name) ?? '')
    return DeviceContents.safeParse(opened?.content).data ?? null
  }
  return {
    keepLanguage: (language) => jar.set(languageKey, language, yearS),
    async lastLogin() {
      return (await kept())?.login ?? null
    },
    async isKnown(requested) {
      const { login, names } = (await kept()) ?? { login: '', names: [] }
      return [login, ...names].some((one) => foldIdentity(one) === foldIdentity(requested))
    },
    async keepLogin({ login, role }, typed) {
      const earlier = await kept()
      const names = new Set([foldIdentity(typed), ...(earlier?.login === login ? earlier.names : [])])
      const content = { login, names: [...names].slice(0, maxNames), isOperators: role === 'operator' }
      jar.set(name, await sealer.seal(name, content), halfYearS)
    },
    async isOperators() {
      return (await kept())?.isOperators ?? false
    },
    async keepResetName(typed) {
      jar.set(resetName, await sealer.seal(resetName, { login: typed }), resetNameTtlS)
    },
    async resetName() {
      const opened = await sealer.open(resetName, jar.get(resetName) ?? '')
      return ResetName.safeParse(opened?.content).data?.login ?? null
    },
    async keepChallenge(challenge) {
      jar.set(challengeName, await sealer.seal(challengeName, challenge), challengeTtlS)
    },
    async challenge() {
      const opened = await sealer.open(challengeName, jar.get(challengeName) ?? '')
      return FactorChallenge.safeParse(opened?.content).data ?? null
    },
    dropChallenge: () => jar.clear(challengeName),
    async keepTrust(deviceToken) {
      jar.set(trustName, await sealer.seal(trustName, { deviceToken }), trustTtlS)
    },
    async trust() {
      const opened = await sealer.open(trustName, jar.get(trustName) ?? '')
      return Trust.safeParse(opened?.content).data?.deviceToken
    },
    get hidesAmounts() {
      return jar.get(amountsName) === ('hidden' satisfies AmountsVisibility)
    },
    keepAmounts(visibility) {
      if (visibility === 'hidden') jar.set(amountsName, visibility, yearS)
      else jar.clear(amountsName)
    },
    keepCodeWait(seconds) {
      codeWaitEnds = now() + seconds * 1000
      jar.set(waitName, String(codeWaitEnds), seconds)
    },
    id,
    keepId() {
      given = id() ?? randomBytes(16).toString('base64url')
      jar.set(idName, given, yearS)
    },
    codeWait() {
      const left = codeWaitEnds - now()
      if (!(left > 0 && left < hourMs)) return null
      const until = new Date(Math.ceil(codeWaitEnds / minuteMs) * minuteMs).toISOString()
      return { seconds: Math.ceil(left / 1000), until }
    },
  }
}
