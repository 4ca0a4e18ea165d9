import { type Language } from '~/contract/languages'

/** Whether whole matrices are walked (`npm run test:full`), or of each the ways in which every two of its values meet. */
export const isFull = Boolean(process.env['TEST_FULL'])

/** How a page may be read: each language and scripts on and off, without TEST_FULL each of the four values once. */
export interface ReadingMode {
  lng: Language
  javaScriptEnabled: boolean
}

const some: readonly ReadingMode[] = [
  { lng: 'ru', javaScriptEnabled: true },
  { lng: 'en', javaScriptEnabled: false },
]
/** The other halves of the matrix, for what the first ones would leave out: scripts in English, none in Russian. */
const others: readonly ReadingMode[] = [
  { lng: 'ru', javaScriptEnabled: false },
  { lng: 'en', javaScriptEnabled: true },
]

export const readingModes: readonly ReadingMode[] = isFull ? [...some, ...others] : some

/** The same the other way round, so that from file to file each language is read with scripts and without. */
export const otherReadingModes: readonly ReadingMode[] = isFull ? [...some, ...others] : others
