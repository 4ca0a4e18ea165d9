import { z } from 'zod'
import { languages, type Language } from '~/contract/languages'
import { languageKey } from '~/locale/languages'
import { type User } from '~/contract/user'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

export const LanguageForm = z.object({ [languageKey]: z.enum(languages, 'invalid') })

/** How long saving a preference may take before the page continues without it. */
const persistenceTimeoutMs = 5_000

/**
 * The language of the messages that the upstream sends on its own.
 * @returns the changed user, or null if the upstream did not accept it in time
 */
export async function sendLanguageUpstream(upstream: Upstream, language: Language): Promise<User | null> {
  const signal = AbortSignal.timeout(persistenceTimeoutMs)
  return (await panel(upstream.user.profile({ language }, { signal })))?.user ?? null
}
