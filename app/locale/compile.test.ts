import { expect, test } from 'vitest'
import { listTexts } from './compile'
import { remixI18n } from './detection.server'
import { type TextKey } from './keys'
import { languages } from '~/contract/languages'
import { allTexts, createServerI18n } from './texts.server'

const i18n = createServerI18n('Europe/Vilnius')

/** Counts that reach every plural form of both languages: one, few, many, teens, hundreds, fractions. */
const counts = [0, 1, 2, 3, 4, 5, 11, 12, 14, 20, 21, 22, 25, 100, 101, 111, 121, 1000, 1.5]

/** A value for every name in a text, which shows where it went and would reveal escaping. */
function valuesFor(source: string): Record<string, string> {
  const names = [...source.matchAll(/\{\s*([^{}\s]+)\s*\}/g)].map(([, name]) => name ?? '')
  return Object.fromEntries(names.map((name) => [name, `<${name} & "$1">`]))
}

test.each(languages)('every text of %s is formatted as by i18next', async (language) => {
  const t = await remixI18n.getFixedT(language)
  for (const [key, source] of listTexts(allTexts[language])) {
    const [, base = key] = /^(.+)_(?:one|few|many|other)$/.exec(key) ?? []
    const values = valuesFor(source)
    const cases = base === key ? [values] : counts.map((count) => ({ ...values, count }))
    for (const given of cases) {
      expect(i18n[language].t(base as TextKey, given), base).toBe(t(base, given))
    }
  }
})

test('a key from outside is checked', () => {
  expect(i18n.en.has('errors:code.rate_expired')).toBe(true)
  expect(i18n.en.has('errors:code.constructor')).toBe(false)
})

test('a missing value leaves its place empty', () => {
  expect(i18n.en.t('refusals:code.amount_below_min')).toBe('The minimum is ')
})
