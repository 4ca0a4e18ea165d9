import { type Subscription, type User } from '~/contract/user'
import { isRefusedChange, withoutEffect } from '~/upstream/failure.server'
import { publicPanel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { type AuthenticatedUser } from './guards.server'
import { type SessionUser, type SignInProfile } from './vault.server'

/**
 * The signed-in user as far as it can be known without changing anything: the upstream's current data if it can be
 * read, else that of the sign-in.
 */
export async function ownUser({ upstream, ...user }: AuthenticatedUser): Promise<User> {
  return (await askForUser(upstream)) ?? userOf(user)
}

/** Null where the upstream has no call that only reads its user. */
export async function askForUser(upstream: Upstream): Promise<User | null> {
  if (!(await extensionsOf(upstream)).has('ownUser')) return null
  const { user } = await upstream.ownUser.read()
  return user
}

/** What a form changes of a user. */
type UserChange = Partial<
  Pick<User, 'email' | 'phone' | 'language' | 'country' | 'city' | 'instagram' | 'telegram' | 'vk'>
>

/**
 * The user after a change whose answer does not have it. An upstream that can be asked for its user is: a success without a
 * body may be a gateway's. Of any other the success is all that is known.
 * @throws UpstreamFailure bad_upstream if it has not been changed
 */
export async function userAfter(
  { upstream, requestId }: { upstream: Upstream; requestId: string },
  change: UserChange,
  before: User,
): Promise<User> {
  const now = await askForUser(upstream)
  if (!now) return { ...before, ...change }
  if (isMade(change, now)) return now
  throw withoutEffect('user.profile', requestId)
}

/**
 * The user whose change is made although it was refused, now or by an earlier post of the form.
 * @throws the error if the change was not made, or can't be looked at
 */
export async function userDespite(upstream: Upstream, change: UserChange, error: unknown): Promise<User> {
  const now = isRefusedChange(error) ? await publicPanel(askForUser(upstream)) : null
  if (!now || !isMade(change, now)) throw error
  return now
}

const isMade = (change: UserChange, now: User): boolean =>
  (Object.keys(change) as (keyof UserChange)[]).every(
    (name) => now[name] === change[name] || (name === 'email' && now.pendingEmail === change.email),
  )

/** The fields of a user that the session stores; the rest is not known. */
const userOf = ({ id, login, role, language, phoneConfirmed, profile }: SessionUser): User => ({
  ...{ id, login, role, language, phoneConfirmed },
  ...{ email: null, phone: null, registeredAt: null, inviter: null, country: null, city: null },
  ...{ instagram: null, telegram: null, vk: null, rank: null, ...profile },
  ...{ verification: 'unknown' as const, notifications: null, subscription: keptSubscription(profile) },
})

/** The subscription as of the sign-in, for upstreams without a call that reads it. */
export const keptSubscription = (profile: SignInProfile | undefined): Subscription | null =>
  profile?.subscription ? { optionId: null, startedAt: null, ...profile.subscription } : null
