import { languages } from '~/contract/languages'
import { ranks } from '~/contract/user'
import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Sealer } from './seal.server'

/**
 * The vault: a session as stored in the browser's cookie. It guards the bearer, which is in the seal and nowhere else.
 * Invariants: only what this vault sealed opens; idle and absolute expiry are inside the seal, so no attribute of the
 * cookie and no copy of it can extend them; a cookie that a browser would cut or drop is never made; for any cookie,
 * opening returns a session or none, never an error.
 */

export const idleMs = 30 * 60_000
export const absoluteMs = 12 * 60 * 60_000
/** Browsers keep a cookie's name and value up to this length (RFC 6265). */
const maxCookie = 4_096

/** A page and what it asks for come with the same cookie within seconds: it is deciphered once. */
const keptMs = 10_000
const maxKept = 1_000

/** The fields of a user that pages show, besides the login. */
export const contactNames = [
  ...(['email', 'phone', 'registeredAt', 'inviter', 'country', 'city'] as const),
  ...(['instagram', 'telegram', 'vk'] as const),
]
type ContactShape = Record<(typeof contactNames)[number], z.ZodNullable<z.ZodString>>

/** The user's data as of the sign-in, for upstreams without a call that reads the user again. */
const SignInProfile = z.object({
  ...(Object.fromEntries(contactNames.map((name) => [name, z.string().nullable()])) as ContactShape),
  rank: z.enum([...ranks, 'unknown']).nullable(),
  subscription: z
    .object({
      title: z.string().nullable(),
      expiresAt: z.string().nullable(),
      status: z.enum(['active', 'expired', 'unknown']),
    })
    .nullable(),
})
export type SignInProfile = z.infer<typeof SignInProfile>

/** The stored fields of the user; the rest is fetched. */
const StoredUser = z.object({
  id: z.string(),
  login: z.string(),
  role: z.enum(['investor', 'operator', 'unknown']),
  language: z.enum(languages).nullable(),
  phoneConfirmed: z.boolean(),
  /** A new e-mail address is not confirmed yet. */
  emailWaits: z.literal(true).optional(),
  /** The `profile` of a `SessionUser`. The name is part of the cookie: open sessions must stay readable. */
  told: SignInProfile.optional(),
})
export interface SessionUser extends Omit<z.infer<typeof StoredUser>, 'told'> {
  /** From the sign-in and the answers since. Absent if the upstream can return it again. */
  profile?: SignInProfile
}

const SessionUser = StoredUser.transform(({ told: profile, ...user }): SessionUser => ({
  ...user,
  ...(profile && { profile }),
}))

const SignedIn = z.object({ user: SessionUser, token: z.string().min(1) })

const Contents = z.object({
  id: z.string().min(22),
  /** The id that form tokens are bound to, if the session has a new id since a new bearer. */
  formsId: z.string().min(22).optional(),
  startedAt: z.number(),
  sealedAt: z.number(),
  /** Absent before the sign-in: such a session only binds forms. */
  signedIn: SignedIn.optional(),
})

/** An opened session. Immutable: a change is a new one, sealed again. */
export type Contents = z.infer<typeof Contents>

interface Deciphered {
  contents: Contents
  isNewestKey: boolean
}

/** The cookie would not fit into a browser. */
export class SessionTooLarge extends Error {
  override name = 'SessionTooLarge'
}

export type OpenedSession =
  | { state: 'live'; contents: Contents; isNewestKey: boolean }
  /** Authentic but expired: the sign-in page may show its user, but nothing else may use it. */
  | { state: 'ended'; contents: Contents }
  | { state: 'none' }

export interface Vault {
  readonly cookieName: string
  /** The cookie's value. @throws SessionTooLarge */
  seal(contents: Contents): Promise<string>
  open(value: string | undefined): Promise<OpenedSession>
}

export function createVault(sealer: Sealer, cookieName: string, now: () => number): Vault {
  /** What was deciphered, by the digest of the cookie: nobody has it who does not have the cookie. */
  const kept = new LRUCache<string, Deciphered>({
    ...{ max: maxKept, ttl: keptMs, ttlResolution: 0, perf: { now } },
  })

  async function decipher(value: string): Promise<Deciphered | null> {
    const digest = createHash('sha256').update(value).digest('base64')
    const known = kept.get(digest)
    if (known) return known
    const opened = await sealer.open(cookieName, value)
    const contents = Contents.safeParse(opened?.content)
    if (!opened || !contents.success) return null
    const deciphered = { contents: contents.data, isNewestKey: opened.isNewest }
    kept.set(digest, deciphered)
    return deciphered
  }

  return {
    cookieName,
    async seal(contents) {
      const value = await sealer.seal(cookieName, storedContents(contents))
      if (cookieName.length + 1 + value.length > maxCookie) throw new SessionTooLarge()
      return value
    },
    async open(value) {
      if (!value || cookieName.length + 1 + value.length > maxCookie) return { state: 'none' }
      const deciphered = await decipher(value)
      if (!deciphered) return { state: 'none' }
      const { contents, isNewestKey } = deciphered
      const { startedAt, sealedAt, signedIn } = contents
      // A session without a user protects only a form, which may stay open for a while.
      const isIdle = signedIn !== undefined && now() - sealedAt > idleMs
      if (isIdle || now() - startedAt > absoluteMs) return { state: 'ended', contents }
      return { state: 'live', contents, isNewestKey }
    },
  }
}

/** The contents under the names that the cookie has. */
function storedContents(contents: Contents): z.input<typeof Contents> {
  if (!contents.signedIn) return contents
  const { profile: told, ...user } = contents.signedIn.user
  return { ...contents, signedIn: { ...contents.signedIn, user: { ...user, told } } }
}

/** A session with a new id. */
export function newContents(now: number, signedIn?: z.infer<typeof SignedIn>): Contents {
  return { id: randomBytes(16).toString('base64url'), startedAt: now, sealedAt: now, signedIn }
}

export const formsIdOf = ({ id, formsId = id }: Pick<Contents, 'id' | 'formsId'>): string => formsId

/**
 * The token in every form of a session, and after a dot, of one that is signed in, the mark of its account. A one-way
 * function derives it from the id that its forms are bound to: it needs no space in the seal, survives key rotation, and
 * reveals nothing.
 */
export function formTokenOf(contents: Pick<Contents, 'id' | 'formsId' | 'signedIn'>): string {
  const token = digestOf(`form-token:${formsIdOf(contents)}`).slice(0, 22)
  return contents.signedIn ? `${token}.${accountMark(contents.signedIn.user.id)}` : token
}

/** Whether a form's token was made in another account than this one. One that was made before a sign-in has no account. */
export function isTokenOfAnother(token: string, userId: string): boolean {
  const mark = token.split('.')[1]
  return mark !== undefined && mark !== accountMark(userId)
}

const accountMark = (userId: string): string => digestOf(`form-account:${userId}`).slice(0, 11)

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
