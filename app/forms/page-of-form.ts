import { useLocation, useMatches } from '@remix-run/react'
import { languageKey, toLanguage } from '~/locale/languages'
import { withQuery } from '~/paths'

/** What a form takes from the page that it stands on: its language, and what the layouts' loaders give. */

/** Data of the layouts' loaders for every form below them. */
interface LayoutData {
  formToken: string
  keptForm: Record<string, unknown>
}

/** The token that the nearest layout's loader gave for the forms of this session. */
export const useFormToken = () => useLayoutData('formToken')

/** The values that were typed on this page when the session ended, from the nearest layout's loader. */
export const useKeptForm = () => useLayoutData('keptForm')

function useLayoutData<Name extends keyof LayoutData>(name: Name): LayoutData[Name] | undefined {
  for (const { data } of [...useMatches()].reverse()) {
    // Loaders that return one of the names return it in this type; the rest is ignored.
    const value = ((data ?? {}) as Partial<Record<Name, LayoutData[Name] | null>>)[name]
    if (value) return value
  }
  return undefined
}

/**
 * The address that a form posts to. A page whose address names its language (`?lng=en`) gets its form answered in that
 * language, so that `20,000` is parsed by its rules. Undefined, the page's own address, has its language already.
 */
export function useInLanguageOfPage(action: string | undefined): string | undefined {
  const { search } = useLocation()
  const language = toLanguage(new URLSearchParams(search).get(languageKey))
  return action === undefined || !language ? action : withQuery(action, { [languageKey]: language })
}
