import { z } from 'zod'
import { languages, type Language } from '~/contract/languages'
import { languageKey } from '~/locale/languages'
import { type User } from '~/contract/user'
import { type RequestContext } from '~/context'
import { type AuthenticatedUser } from '~/session/guards.server'
import { ownUser, userAfter } from '~/session/own-user.server'
import { panel, publicPanel } from '~/upstream/panel.server'

export const LanguageForm = z.object({ [languageKey]: z.enum(languages, 'invalid') })

/** How long saving a preference may take before the page continues without it. */
const persistenceTimeoutMs = 5_000

/**
 * The language of the messages that the upstream sends on its own.
 * @returns the changed user, or null if it is not certain that the upstream took it
 */
export async function sendLanguageUpstream(
  context: Pick<RequestContext, 'requestId'>,
  investor: AuthenticatedUser,
  language: Language,
): Promise<User | null> {
  const { upstream } = investor
  const signal = AbortSignal.timeout(persistenceTimeoutMs)
  // Also where the upstream forbids it: the choice is stored on the device anyway.
  const answer = await publicPanel(
    upstream.user.profile({ language }, { signal }),
    ({ kind }) => kind !== 'unauthorized',
  )
  if (!answer || answer.user) return answer?.user ?? null
  const { requestId } = context
  return panel(ownUser(investor).then((before) => userAfter({ upstream, requestId }, { language }, before)))
}
