import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type CallInput } from '~/contract/call'
import { paths } from '~/paths'
import { UpstreamFailure, mayBeDone, withoutEffect } from '~/upstream/failure.server'
import { type RightPassword, signInIfSet, signInPageOf } from './sign-in.server'
import { type TypedStepUp, isAboutStepUp, withStepUp } from './step-up.server'
import { SessionTooLarge } from './vault.server'

type Passwords = CallInput<Contract['user']['password']>

/**
 * A new password brings a new bearer and invalidates the old one at once. The new bearer goes straight into the seal,
 * and never through a route.
 * @returns null where the session continues. It does not if the browser would drop the new cookie, or if an answer was lost and
 * only a second factor brings another bearer: then the page where the user has to sign in
 * @throws UpstreamFailure when the upstream refuses
 */
export async function changePassword(
  context: RequestContext,
  { currentPassword, password, ...typed }: Passwords & TypedStepUp,
): Promise<string | null> {
  const { session } = context
  const passwords = { currentPassword, password }
  const changed = await withStepUp(context, { ...typed, currentPassword }, () =>
    change(context, passwords),
  ).catch((error: unknown) => {
    // The bearer may have ended by an earlier post of the form, which its step-up is the first to meet.
    if (!(error instanceof UpstreamFailure) || error.kind !== 'unauthorized' || !isAboutStepUp(error))
      throw error
    return despite(context, passwords, error)
  })
  if (changed === null) return null
  if (typeof changed !== 'string') {
    session.giveUp()
    return signInPageOf(context, changed, changed.login)
  }
  try {
    await session.replaceToken(changed)
    return null
  } catch (error) {
    if (!(error instanceof SessionTooLarge)) throw error
    session.signOut()
    return paths.login()
  }
}

/** The password is set: by a new bearer; null where the session's own is good; or what it takes to sign in. */
type Changed = string | (RightPassword & { login: string }) | null

async function change(context: RequestContext, passwords: Passwords): Promise<Changed> {
  const { upstream, requestId } = context
  try {
    const { refreshToken } = await upstream.user.password(passwords)
    if (refreshToken !== null) return refreshToken
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !isSetBy(error)) throw error
    return despite(context, passwords, error)
  }
  // A success without a body may be a gateway's.
  return despite(context, passwords, withoutEffect('user.password', requestId))
}

/**
 * Where the answer has no bearer, was lost, or is a refusal because the form had been sent before, the new password has been set
 * if it signs in.
 * @throws the failure if it does not
 */
async function despite(
  context: RequestContext,
  { password }: Passwords,
  failure: UpstreamFailure,
): Promise<Changed> {
  const { user } = context.session
  if (!user) throw failure
  const { login } = user
  const tried = await signInIfSet(context, { login, password })
  if (!tried) throw failure
  if (!('refusal' in tried)) return tried.refreshToken
  // Whoever is told that the current password is wrong has a good bearer, or had one until an earlier post brought another.
  return failure.code === 'password_wrong' ? null : { ...tried, login }
}

/** A new password makes the current one wrong, and may end the session. */
const isSetBy = (failure: UpstreamFailure): boolean =>
  failure.code === 'password_wrong' || failure.kind === 'unauthorized' || mayBeDone(failure)
