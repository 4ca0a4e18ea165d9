import { RemixI18Next } from 'remix-i18next/server'
import { allTexts } from './texts.server'
import { fallbackLanguage, languages, type Language } from '~/contract/languages'
import { languageOf, toLanguage } from './languages'

/**
 * remix-i18next answers for the language of what Remix renders, and holds the i18next options that our compiled
 * texts are tested against; rendering never calls i18next. What decides is `languageOf`, which is also asked
 * where there is no Remix, of a bare address and header: were there two rules, two answers could differ.
 */
export const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage,
    order: ['custom'],
    findLocale: (request) =>
      Promise.resolve(languageOf(new URL(request.url).search, request.headers.get('Cookie'))),
  },
  i18next: {
    supportedLngs: [...languages],
    fallbackLng: false,
    ns: Object.keys(allTexts.ru),
    defaultNS: 'common',
    resources: allTexts,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  },
})

/**
 * The reader's language of a visit.
 * @param cookie the whole Cookie header
 */
export async function detectLanguage(url: URL, cookie: string | undefined): Promise<Language> {
  const request = new Request(url, cookie === undefined ? {} : { headers: { cookie } })
  return toLanguage(await remixI18n.getLocale(request)) ?? fallbackLanguage
}
