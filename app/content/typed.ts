import { type Language } from '~/contract/languages'

/** Stored values as a form has them. */

interface Texts {
  ru: string
  en: string
}

/** A stored text in both languages, or once for both; empty where there is none. */
export function typedTexts(stored: unknown): Texts {
  if (typeof stored === 'string') return { ru: stored, en: stored }
  const { ru = '', en = '' } = (stored ?? {}) as Partial<Texts>
  return { ru, en }
}

/** A stored decimal with the sign that the reader's language has before decimals; empty for null. */
export const typedDecimal = (stored: string | null | undefined, language: Language): string =>
  language === 'ru' ? (stored ?? '').replace('.', ',') : (stored ?? '')

export const typedTick = (stored: boolean | undefined): string | undefined => (stored ? 'on' : undefined)
