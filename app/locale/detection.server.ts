import { RemixI18Next } from 'remix-i18next/server'
import { allTexts } from './texts.server'
import { fallbackLanguage, languages, type Language } from '~/contract/languages'
import { languageOf, toLanguage } from './languages'

/**
 * remix-i18next detects the language of what Remix renders, and holds the i18next options that our compiled texts are
 * tested against; rendering never calls i18next. The rule is `languageOf`, which also works without Remix, on an
 * address and a header: two rules could give two answers.
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
