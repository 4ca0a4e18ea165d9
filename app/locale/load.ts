import { type Texts } from './compile'
import { type Language } from '~/contract/languages'

/** Loads the cabinet's texts of one language into the browser; no other language comes along. */
export async function loadTexts(language: Language): Promise<Texts> {
  const { texts } = await (language === 'en' ? import('./texts.en') : import('./texts.ru'))
  return texts
}
