import { type Language, fallbackLanguage, languages } from '~/contract/languages'
import en from '../../locales/en/errors.json'
import refusalsEn from '../../locales/en/refusals.json'
import ru from '../../locales/ru/errors.json'
import refusalsRu from '../../locales/ru/refusals.json'

/** The backend's own look-up over the product's error texts: an answer's `message` is in the reader's language. */

export type TextParams = Record<string, string | number>

const texts: Record<Language, Record<string, string>> = {
  ru: { ...ru.code, ...refusalsRu.code },
  en: { ...en.code, ...refusalsEn.code },
}

export function hasText(code: string): boolean {
  return Object.hasOwn(texts.en, code) || Object.hasOwn(texts.en, `${code}_other`)
}

/**
 * The text of an error code with its values; `count` selects the plural form. A code without a text gets that of
 * `internal`.
 */
export function errorText(language: Language, code: string, params: TextParams = {}): string {
  const form = new Intl.PluralRules(language).select(Number(params.count ?? 0))
  const { [code]: plain, [`${code}_${form}`]: plural, internal = code } = texts[language]
  const text = plain ?? plural ?? internal
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')).trim()
}

/** The first language of `Accept-Language` that the product has, by weight; else the fallback. */
export function languageOf(header: string | undefined): Language {
  const preferences = (header ?? '').split(',').map((item) => {
    const [tag = '', ...params] = item.toLowerCase().split(';')
    const weight = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean)
    return { language: tag.trim().split('-')[0], weight: Number(weight ?? 1) }
  })
  const byWeight = preferences.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  return byWeight.map(({ language }) => language).find(isOurs) ?? fallbackLanguage
}

function isOurs(language: string | undefined): language is Language {
  return languages.some((ours) => ours === language)
}
