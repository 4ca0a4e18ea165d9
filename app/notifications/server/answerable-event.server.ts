import { type NotMeEvent } from '~/contract/extensions/safety'
import { type AuthenticatedUser } from '~/session/guards.server'
import { ifFound, panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'

/** The event of a notification while its reader can answer that it was somebody else; null: it is none of that kind. */
export async function answerableEvent(
  { upstream }: Pick<AuthenticatedUser, 'upstream'>,
  id: string,
): Promise<NotMeEvent | null> {
  const extensions = await panel(extensionsOf(upstream))
  if (!extensions?.has('notMe')) return null
  const event = await panel(ifFound(upstream.notMe.readOwn({ id })))
  return event?.state === 'open' ? event : null
}
