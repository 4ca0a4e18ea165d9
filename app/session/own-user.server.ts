import { type Subscription, type User } from '~/contract/user'
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
