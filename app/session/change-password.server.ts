import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type CallInput } from '~/contract/call'
import { UpstreamFailure, mayBeDone, withoutEffect } from '~/upstream/failure.server'
import { signInIfSet } from './sign-in.server'
import { SessionTooLarge } from './vault.server'

type Passwords = CallInput<Contract['user']['password']>

/**
 * A new password brings a new bearer and invalidates the old one at once. The new bearer goes straight into the seal,
 * and never through a route.
 * @returns whether the session continues; it does not if the browser would drop the new cookie, and then the user has
 * to sign in
 * @throws UpstreamFailure when the upstream refuses
 */
export async function changePassword(context: RequestContext, passwords: Passwords): Promise<boolean> {
  const { session } = context
  const refreshToken = await tokenAfter(context, passwords)
  try {
    await session.replaceToken(refreshToken)
    return true
  } catch (error) {
    if (!(error instanceof SessionTooLarge)) throw error
    session.signOut()
    return false
  }
}

/**
 * Where the answer has no bearer, was lost, or is a refusal because the form had been sent before, the new password has been set
 * if it signs in.
 */
async function tokenAfter(context: RequestContext, passwords: Passwords): Promise<string> {
  const { session, upstream, requestId } = context
  let failure: UpstreamFailure
  try {
    const { refreshToken } = await upstream.user.password(passwords)
    if (refreshToken !== null) return refreshToken
    // A success without a body may be a gateway's.
    failure = withoutEffect('user.password', requestId)
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !isSetBy(error)) throw error
    failure = error
  }
  if (!session.user) throw failure
  const { login } = session.user
  const tried = await signInIfSet(context, { login, password: passwords.password })
  if (!tried || 'refusal' in tried) throw failure
  return tried.refreshToken
}

/** A new password makes the current one wrong, and may end the session. */
const isSetBy = (failure: UpstreamFailure): boolean =>
  failure.code === 'password_wrong' || failure.kind === 'unauthorized' || mayBeDone(failure)
