import { timingSafeEqual } from 'node:crypto'
import { type User } from '~/contract/user'
import { type CookieJar } from './cookies.server'
import { type EndedSessions } from './ended-sessions.server'
import {
  type Contents,
  type SessionUser,
  SessionTooLarge,
  type SignInProfile,
  type Vault,
  absoluteMs,
  formTokenOf,
  formsIdOf,
  idleMs,
  newContents,
} from './vault.server'

/**
 * The session of one request. It guards the bearer: routes see `Session`, which has none; only the load context binds
 * `tokenOf` to the upstream's client. Invariants: signing in always makes a new session; a renewed seal is never older
 * than the one of the request; a new bearer has a new id, so that no request with the old cookie ends it; an answer
 * still under way does not bring back a session that was signed out; a late answer to the cookie of an ended session
 * does not clear its successor. The server can't know which cookie the browser has by now: an answer clears only the
 * session that it ended itself, and signing out clears any.
 */

export interface Session {
  /** At least 128 random bits, new at each sign-in and with each bearer. What ends is this id; never shown. */
  readonly id: string
  /** Binds form tokens. It stays when the bearer is replaced, so that open forms remain valid. */
  readonly formsId: string
  readonly user: SessionUser | null
  /** The user of a session that is over, by its time or because it was ended, if its cookie was authentic. */
  readonly endedUser: SessionUser | null
  /** When a signed-in session ends if its user loads no further page. */
  readonly end: SessionEnd | null
  /**
   * Whether a form has the token of this session, or of the expired one before it. A form of an expired session has no
   * authority left to abuse, and its typed values are worth keeping.
   */
  hasFormToken(token: string): boolean
  /** The hidden field `formToken` of every form outside the public ones. Reading it stores the session. */
  readonly formToken: string
  /** @throws SessionTooLarge when the cookie would not fit into a browser */
  signIn(signedIn: { refreshToken: string; user: User; storesProfile?: boolean }): Promise<void>
  /**
   * Stores the upstream's current data of the signed-in user. Fields that it omits stay as they were.
   * @param change the requested change: its empty fields were emptied
   */
  updateUser(user: UserOfSession, change?: Partial<SignInProfile>): Promise<void>
  /** The upstream gave a new bearer, as after a change of password. */
  replaceToken(token: string): Promise<void>
  /** The user navigates without loading a page: the idle time starts again. For a signed-in session. */
  prolong(): Promise<void>
  /** At the user's request: clears any session that the browser has. */
  signOut(): void
  /**
   * The upstream does not know its bearer. Its cookie is cleared, unless it had ended before: another one may have
   * replaced it.
   */
  giveUp(): void
}

/** From the upstream, or from the session. */
type UserOfSession = User | SessionUser

export interface SessionEnd {
  /** ISO 8601. */
  at: string
  /** The time until then, in milliseconds: a browser's own clock may be wrong. */
  inMs: number
  /** Whether the session ends by its absolute limit, which further pages do not move. */
  isFinal: boolean
}

/** The age at which a page load renews a seal. */
const ttlMs = 5 * 60_000

export interface SessionOptions {
  /** Of signed-in sessions. */
  vault: Vault
  /**
   * For visitors who have not signed in: a separate cookie, so that the session's exists only with a signed-in user.
   */
  visitors: Vault
  jar: CookieJar
  ended: EndedSessions
  now: () => number
  /** A page load; data requests and forms leave the seal as it is. */
  isDocumentGet: boolean
}

/** Opens the request's session from its cookies. Any cookies result in a session. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { vault, jar, ended, now, isDocumentGet } = options
  const value = jar.get(vault.cookieName)
  const opened = await vault.open(value)
  if (opened.state === 'live' && opened.contents.signedIn && !ended.has(opened.contents.id)) {
    const session = new RequestSession(options, opened.contents)
    const isStale = now() - opened.contents.sealedAt > ttlMs || !opened.isNewestKey
    if (isDocumentGet && isStale) await session.reseal()
    return session
  }
  if (value !== undefined && opened.state === 'none') jar.clear(vault.cookieName)
  // A session that was ended was cleared then, or another one has replaced it.
  else if (opened.state === 'ended') clearUnlessEnded(options, opened.contents.id)
  const previous = opened.state === 'none' || !opened.contents.signedIn ? null : opened.contents
  return openVisitor(options, previous)
}

/** Called when the head is written: a sign-in may have replaced the session since the request came. */
function clearUnlessEnded({ jar, vault, ended }: SessionOptions, id: string): void {
  jar.set(vault.cookieName, () => (ended.has(id) ? null : ''), 0)
}

async function openVisitor(options: SessionOptions, previous: Contents | null): Promise<Session> {
  const { visitors, jar, now } = options
  const opened = await visitors.open(jar.get(visitors.cookieName))
  if (opened.state === 'live') return new RequestSession(options, opened.contents, { previous })
  const contents = newContents(now())
  // Sealed now, for a head that is being written can't wait; set only when a form uses its token.
  return new RequestSession(options, contents, { previous, unsent: await visitors.seal(contents) })
}

/** The bearer of a signed-in session. For the upstream's client alone. */
export function tokenOf(session: Session): string | null {
  return session instanceof RequestSession ? session.token : null
}

class RequestSession implements Session {
  readonly #options: SessionOptions
  #contents: Contents
  /** The sealed value of a session that no browser has yet. */
  #unsent: string | undefined
  /** The one whose time was over. */
  readonly #previous: Contents | null

  constructor(
    options: SessionOptions,
    contents: Contents,
    { unsent, previous = null }: { unsent?: string; previous?: Contents | null } = {},
  ) {
    this.#options = options
    this.#contents = contents
    this.#unsent = unsent
    this.#previous = previous
  }

  get id(): string {
    return this.#contents.id
  }

  get formsId(): string {
    return formsIdOf(this.#contents)
  }

  get user(): SessionUser | null {
    return this.#contents.signedIn?.user ?? null
  }

  get endedUser(): SessionUser | null {
    return this.#previous?.signedIn?.user ?? null
  }

  get end(): SessionEnd | null {
    const { signedIn, sealedAt, startedAt } = this.#contents
    if (!signedIn) return null
    const [idleEnd, finalEnd] = [sealedAt + idleMs, startedAt + absoluteMs]
    const end = Math.min(idleEnd, finalEnd)
    const inMs = Math.max(0, end - this.#options.now())
    return { at: new Date(end).toISOString(), inMs, isFinal: finalEnd <= idleEnd }
  }

  get token(): string | null {
    return this.#contents.signedIn?.token ?? null
  }

  get formToken(): string {
    const { jar, visitors } = this.#options
    if (this.#unsent) jar.set(visitors.cookieName, this.#unsent)
    return formTokenOf(this.#contents)
  }

  hasFormToken(token: string): boolean {
    return [this.#contents, this.#previous].some(
      (contents) => contents !== null && isSame(token, formTokenOf(contents)),
    )
  }

  async signIn({
    refreshToken,
    user,
    storesProfile = false,
  }: {
    refreshToken: string
    user: User
    storesProfile?: boolean
  }): Promise<void> {
    const { ended, jar, now, visitors } = this.#options
    const previous = this.#contents
    await this.#keep(
      newContents(now(), {
        token: refreshToken,
        user: sessionUserOf(user, storesProfile && profileOf(user)),
      }),
    )
    // An expired one too, so that late answers to its cookie do not clear the new one.
    for (const { signedIn, id } of [previous, ...(this.#previous ? [this.#previous] : [])])
      if (signedIn) ended.add(id)
    jar.clear(visitors.cookieName)
  }

  async updateUser(user: UserOfSession, change: Partial<SignInProfile> = {}): Promise<void> {
    const { signedIn } = this.#contents
    if (!signedIn) return
    const { profile: stored } = signedIn.user
    const profile = stored && mergeProfile({ ...stored, ...change }, user)
    await this.reseal({ ...signedIn, user: sessionUserOf(user, profile) })
  }

  async replaceToken(token: string): Promise<void> {
    const { id: previousId, signedIn, startedAt, sealedAt } = this.#contents
    if (!signedIn) return
    const { id } = newContents(startedAt)
    await this.#keep({ id, formsId: this.formsId, startedAt, sealedAt, signedIn: { ...signedIn, token } })
    // Requests with the old cookie may be under way, and the upstream no longer knows its bearer.
    this.#options.ended.add(previousId)
  }

  async prolong(): Promise<void> {
    if (this.#contents.signedIn) await this.reseal()
  }

  signOut(): void {
    const { jar, vault, ended, now } = this.#options
    if (this.#contents.signedIn) ended.add(this.#contents.id)
    this.#contents = newContents(now())
    this.#unsent = undefined
    jar.clear(vault.cookieName)
  }

  giveUp(): void {
    const { id, signedIn } = this.#contents
    if (signedIn && !this.#options.ended.has(id)) this.signOut()
  }

  async reseal(signedIn = this.#contents.signedIn): Promise<void> {
    // Clocks of two instances may differ: the later time stays.
    const sealedAt = Math.max(this.#options.now(), this.#contents.sealedAt)
    await this.#keep({ ...this.#contents, signedIn, sealedAt })
  }

  async #keep(contents: Contents): Promise<void> {
    const { jar, vault, ended } = this.#options
    const value = await vault.seal(contents).catch((error: unknown) => {
      if (!(error instanceof SessionTooLarge) || !contents.signedIn?.user.profile) throw error
      // The cookie is too large: it is stored without the profile, so that the user stays signed in.
      const { profile: _profile, ...user } = contents.signedIn.user
      contents = { ...contents, signedIn: { ...contents.signedIn, user } }
      return vault.seal(contents)
    })
    this.#contents = contents
    this.#unsent = undefined
    jar.set(vault.cookieName, () => (ended.has(contents.id) ? null : value))
  }
}

function isSame(given: string, expected: string): boolean {
  // A character may have several bytes: only buffers of equal length can be compared.
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function sessionUserOf(user: UserOfSession, profile: SignInProfile | false | undefined): SessionUser {
  const { id, login, role, language, phoneConfirmed } = user
  const emailWaits = 'pendingEmail' in user ? Boolean(user.pendingEmail) : 'emailWaits' in user
  return {
    ...{ id, login, role, language, phoneConfirmed },
    ...(emailWaits && { emailWaits: true }),
    ...(profile && { profile }),
  }
}

function profileOf(user: User): SignInProfile {
  const { email, phone, registeredAt, inviter, country, city, instagram, telegram, vk, rank } = user
  const { title = null, expiresAt = null, status = 'unknown' } = user.subscription ?? {}
  const subscription = user.subscription && { title, expiresAt, status }
  return { email, phone, registeredAt, inviter, country, city, instagram, telegram, vk, rank, subscription }
}

/** The stored profile, updated with the fields of the new answer. */
function mergeProfile(stored: SignInProfile, user: UserOfSession): SignInProfile {
  if (!('email' in user)) return { ...stored, ...user.profile }
  const answered = Object.entries(profileOf(user)).filter(([, value]) => value !== null)
  return { ...stored, ...Object.fromEntries(answered) }
}
