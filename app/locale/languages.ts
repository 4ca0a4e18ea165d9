import { type Language, fallbackLanguage, languages } from '~/contract/languages'

/** The cookie and the query parameter of the choice. The cookie's value is plain text. */
export const languageKey = 'lng'

/** The locale whose rules of `Intl` a language is written by: days before months, 24 hours. */
export const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB' }

/** Each language named in itself. */
export const languageNames: Record<Language, string> = { ru: 'Русский', en: 'English' }

/** What each language is offered with, in itself. */
export const languageOffers: Record<Language, string> = {
  ru: 'Читать по-русски',
  en: 'Read this site in English',
}

/** `en` and `en-GB` are English; an unsupported language is null. */
export function toLanguage(word: string | null | undefined): Language | null {
  const primary = word?.trim().toLowerCase().split('-', 1)[0]
  return languages.find((language) => language === primary) ?? null
}

/**
 * The reader's language: `?lng`, else the cookie, which keeps a choice or what a visit began with, else Russian. The
 * browser's preference is ignored, so that an address means one page.
 * @param search the address's query, with or without `?`
 * @param cookie the whole Cookie header
 */
export function languageOf(search: string, cookie: string | null | undefined): Language {
  return languageNamed(search, cookie) ?? fallbackLanguage
}

/** The same, and null where neither the address nor the cookie names one. */
export function languageNamed(search: string, cookie: string | null | undefined): Language | null {
  const requested = search.includes(languageKey) ? new URLSearchParams(search).get(languageKey) : null
  const kept = /(?:^|;) *lng=([^;]*)/.exec(cookie ?? '')?.[1]
  return toLanguage(requested) ?? toLanguage(kept)
}

/**
 * The canonical address of a public page in a language, for search engines: without `lng` where that language is the
 * default.
 */
export function addressIn(language: Language, path: string): string {
  return language === fallbackLanguage ? path : `${path}?${languageKey}=${language}`
}
