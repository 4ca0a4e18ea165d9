import { type Language } from '~/contract/languages'
import { useI18n } from './context'

/** A word that says nothing of its text's language: it holds a figure, or is part of an address. */
const exempt = /[\d@/\\_]|\w\.\w/

const cyrillic = /^[а-яё]+$/i
const latin = /^[a-z]+$/i

/** How many times as many letters the words of one language have where the other's are only cited. */
const prevails = 2

/**
 * The language of a text that an upstream wrote, by its script, for `lang`. Latin words in capitals and with a capital
 * are names or codes in any language, so a text is English only with a word that is neither. Addresses and words with
 * figures do not count.
 * @returns null if that is unclear: a mixed text, names and figures alone, or letters of neither language
 */
export function languageOfText(text: string): Language | null {
  const words = text
    .split(/\s+/)
    .filter((word) => !exempt.test(word))
    .flatMap((word) => word.replaceAll(/\u0301|['’ʼ\u00AD]/g, '').match(/\p{L}+/gu) ?? [])
  const russian = words.filter((word) => cyrillic.test(word))
  const english = words.filter((word) => latin.test(word))
  if (russian.length + english.length < words.length) return null
  const plain = english.filter((word) => word === word.toLowerCase())
  if (lettersIn(russian) > prevails * lettersIn(plain)) return 'ru'
  if (plain.length > 0 && english.length > 1 && lettersIn(english) > prevails * lettersIn(russian))
    return 'en'
  return null
}

const lettersIn = (words: readonly string[]) => words.join('').length

/** The value of `lang` for a text of the upstream: its language if the page is in another, else none. */
export function useTextLanguage(): (text: string) => Language | undefined {
  const { language } = useI18n()
  return (text) => {
    const own = languageOfText(text)
    return own === null || own === language ? undefined : own
  }
}
