import { type Language } from '~/contract/languages'

/** A stored value with all of its texts, `{ru, en}`, in one language, at any depth. */
export function inLanguage(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((item) => inLanguage(item, language))
  if (typeof value !== 'object' || value === null) return value
  if (isText(value)) return value[language]
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inLanguage(part, language)]))
}

function isText(value: object): value is Record<Language, string> {
  return 'ru' in value && 'en' in value && Object.keys(value).length === 2
}
