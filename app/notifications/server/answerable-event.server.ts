import { type NotMeEvent } from '~/contract/extensions/safety'
import { type AuthenticatedUser } from '~/session/guards.server'
import { ifFound } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'

/**
 * The event of a notification while its reader can answer that it was somebody else; null: it is none of that kind.
 * @throws UpstreamFailure where that can't be read, so that nobody is told that there is none
 */
export async function answerableEvent(
  { upstream }: Pick<AuthenticatedUser, 'upstream'>,
  id: string,
): Promise<NotMeEvent | null> {
  if (!(await extensionsOf(upstream)).has('notMe')) return null
  const event = await ifFound(upstream.notMe.readOwn({ id }))
  return event?.state === 'open' ? event : null
}
