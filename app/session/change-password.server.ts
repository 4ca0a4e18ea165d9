import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type CallInput } from '~/contract/call'
import { SessionTooLarge } from './vault.server'

/**
 * A new password brings a new bearer, and the old one is good for nothing from that moment on: it goes straight into
 * the seal, and through no route's hands.
 * @returns whether the session goes on; not where no browser would keep the new seal, and signing in is all that is left
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
