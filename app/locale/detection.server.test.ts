import { expect, test } from 'vitest'
import { detectLanguage } from './detection.server'
import { languageOf } from './languages'

const detect = (search: string, cookie: string | null) =>
  detectLanguage(new URL(`http://localhost/faq${search}`), cookie ?? undefined)

test.each([
  ['', null, 'ru'],
  ['', 'lng=en', 'en'],
  ['?lng=en', null, 'en'],
  ['?lng=ru', 'lng=en', 'ru'],
  ['?lng=en-GB', null, 'en'],
  ['?lng=fr', 'lng=en', 'en'],
  ['?lng=de,en', null, 'ru'],
  ['?lng=*', 'lng=%65n', 'ru'],
  ['?lng=', 'lng=en', 'en'],
  ['?page=2&lng=en', null, 'en'],
  ['', 'sid=abc; lng=en; other=1', 'en'],
  ['', 'xlng=en', 'ru'],
  ['', 'lng=de', 'ru'],
  ['', 'lng=', 'ru'],
])('%s with cookie %s is %s', async (search, cookie, language) => {
  expect(await detect(search, cookie)).toBe(language)
  expect(languageOf(search, cookie)).toBe(language)
})

test('a malformed cookie causes no error', async () => {
  expect(await detect('', '\u00ff\u0080; lng=en; =;;')).toBe('en')
})
