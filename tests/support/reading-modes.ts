import { type Language, languages } from '~/contract/languages'

/** Whether whole matrices are walked (`npm run test:full`), or of each the ways in which every two of its values meet. */
export const isFull = Boolean(process.env['TEST_FULL'])

/**
 * The languages in which pages are read in a browser whose scripts run (`tests/e2e`), and those in which they are read by
 * HTML alone (`tests/journeys`): both in both with TEST_FULL, without it each in one.
 */
export const scriptedLanguages: readonly Language[] = isFull ? languages : ['ru']
export const plainLanguages: readonly Language[] = isFull ? languages : ['en']

/** The same the other way round, so that from file to file each language is read with scripts and without. */
export const otherScriptedLanguages: readonly Language[] = isFull ? languages : ['en']
export const otherPlainLanguages: readonly Language[] = isFull ? languages : ['ru']
