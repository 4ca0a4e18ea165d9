import { z } from 'zod'
import { languages, type Language } from '~/contract/languages'
import { languageKey } from '~/locale/languages'
import { type User } from '~/contract/user'
import { type RequestContext } from '~/context'
import { type AuthenticatedUser } from '~/session/guards.server'
import { ownUser, userAfter } from '~/session/own-user.server'
import { panel } from '~/upstream/panel.server'

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
  const answer = await panel(upstream.user.profile({ language }, { signal }))
  if (!answer || answer.user) return answer?.user ?? null
  const { requestId } = context
  return panel(ownUser(investor).then((before) => userAfter({ upstream, requestId }, { language }, before)))
}
