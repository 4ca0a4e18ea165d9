import { type Language, languages } from '~/contract/languages'

/** Whether whole matrices are run (`npm run test:full`), or a subset in which every pair of values occurs. */
export const isFull = Boolean(process.env['TEST_FULL'])

/**
 * The languages of pages in a browser with scripts (`tests/e2e`), and of pages by HTML alone
 * (`tests/journeys`): with TEST_FULL both in both, otherwise one in each.
 */
export const scriptedLanguages: readonly Language[] = isFull ? languages : ['ru']
export const plainLanguages: readonly Language[] = isFull ? languages : ['en']

/**
 * The same with the languages swapped, so that over the files each language is tested with scripts and
 * without.
 */
export const otherScriptedLanguages: readonly Language[] = isFull ? languages : ['en']
export const otherPlainLanguages: readonly Language[] = isFull ? languages : ['ru']
