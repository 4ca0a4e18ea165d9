import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type CallInput } from '~/contract/call'
import { SessionTooLarge } from './vault.server'

/**
 * A new password brings a new bearer and invalidates the old one at once. The new bearer goes straight into the seal,
 * and never through a route.
 * @returns whether the session continues; it does not if the browser would drop the new cookie, and then the user has
 * to sign in
 * @throws UpstreamFailure when the upstream refuses
 */
export async function changePassword(
  { session, upstream }: Pick<RequestContext, 'session' | 'upstream'>,
  passwords: CallInput<Contract['user']['password']>,
): Promise<boolean> {
  const { refreshToken } = await upstream.user.password(passwords)
  // An upstream that returns no new bearer keeps the current one.
  if (refreshToken === null) return true
  try {
    await session.replaceToken(refreshToken)
    return true
  } catch (error) {
    if (!(error instanceof SessionTooLarge)) throw error
    session.signOut()
    return false
  }
}
