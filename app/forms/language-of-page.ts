import { useLocation } from '@remix-run/react'
import { languageKey, toLanguage } from '~/locale/languages'

/**
 * The address that a form posts to. A page whose address names its language (`?lng=en`) gets its form answered in that
 * language, so that `20,000` is parsed by its rules. Undefined, the page's own address, has its language already.
 */
export function useInLanguageOfPage(action: string | undefined): string | undefined {
  const { search } = useLocation()
  const language = toLanguage(new URLSearchParams(search).get(languageKey))
  if (action === undefined || !language) return action
  const [path = '', fragment] = action.split('#')
  const address = `${path}${path.includes('?') ? '&' : '?'}${languageKey}=${language}`
  return fragment === undefined ? address : `${address}#${fragment}`
}
