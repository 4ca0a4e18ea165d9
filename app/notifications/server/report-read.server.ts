import { type RequestContext } from '~/context'
import { type AuthenticatedUser } from '~/session/guards.server'

/**
 * Reports one of the reader's notifications read, by a form, and tells the other tabs of the session.
 * @throws UpstreamFailure `not_found` where it is not the reader's
 */
export async function reportRead(
  { session, tabs }: Pick<RequestContext, 'session' | 'tabs'>,
  { upstream, login }: Pick<AuthenticatedUser, 'upstream' | 'login'>,
  id: string,
): Promise<void> {
  const { unread } = await upstream.notification.read({ id, login })
  tabs.tellRead(session.id, { id, unread })
}
