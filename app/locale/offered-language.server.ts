import Negotiator from 'negotiator'
import { type Language } from '~/contract/languages'
import { languageNamed, toLanguage } from './languages'

/** Browsers send some hundred different headers; what else is sent must not fill the memory. */
const rememberedHeaders = 256
const remembered = new Map<string, readonly Language[]>()

/**
 * The language to offer to a reader who has chosen none: the first of ours that the browser asks for, if the page's is
 * not among those that it asks for. The page itself is not another for it: an address means one page.
 * @param language the page's
 * @param search the address's query
 * @param headers `cookie` and `accept-language` as they were sent
 */
export function offeredLanguage(
  language: Language,
  search: string,
  headers: { cookie?: string | undefined; 'accept-language'?: string | undefined },
): Language | null {
  const { cookie, 'accept-language': accepted } = headers
  if (!accepted || languageNamed(search, cookie)) return null
  const languages = languagesOf(accepted)
  return languages.includes(language) ? null : (languages[0] ?? null)
}

/** Ours among the languages of a header, the best first (RFC 9110, 12.5.4). */
function languagesOf(header: string): readonly Language[] {
  const earlier = remembered.get(header)
  if (earlier) return earlier
  const all = new Negotiator({ headers: { 'accept-language': header } }).languages()
  const ours = all.map(toLanguage).filter((language) => language !== null)
  if (remembered.size < rememberedHeaders && header.length < 256) remembered.set(header, ours)
  return ours
}
