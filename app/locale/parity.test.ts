import { expect, test } from 'vitest'
import { listTexts } from './compile'
import { allTexts } from './texts.server'

const russian = new Map(listTexts(allTexts.ru))
const english = new Map(listTexts(allTexts.en))

const plural = /_(one|few|many|other)$/
const keys = (texts: Map<string, string>) => new Set([...texts.keys()].map((key) => key.replace(plural, '')))
const formsOf = (texts: Map<string, string>, key: string) =>
  ['one', 'few', 'many', 'other'].filter((form) => texts.has(`${key}_${form}`))
const placeholders = (source: string) => [...source.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name).sort()

test('both languages have the same keys', () => {
  expect([...keys(russian)].sort()).toEqual([...keys(english)].sort())
})

test('a plural has four forms in Russian and two in English', () => {
  const counted = [...keys(english)].filter((key) => formsOf(english, key).length > 0)
  expect(counted.length).toBeGreaterThan(0)
  for (const key of counted) {
    expect(formsOf(english, key), key).toEqual(['one', 'other'])
    expect(formsOf(russian, key), key).toEqual(['one', 'few', 'many', 'other'])
  }
})

test('no text is empty, and none has space around it', () => {
  for (const [key, source] of [...russian, ...english]) {
    expect(source, key).not.toBe('')
    expect(source.trim(), key).toBe(source)
  }
})

test('both languages have the same placeholders', () => {
  for (const [key, source] of russian) {
    const same = english.get(key) ?? english.get(key.replace(plural, '_other'))
    expect(placeholders(source), key).toEqual(placeholders(same ?? ''))
  }
})

/** Names in Latin letters in any language. */
const names = /^(QR|CSV|E-mail|English|Telegram)$/

test('Russian is written in Cyrillic, with its own quotes and dashes', () => {
  for (const [key, source] of russian) {
    const words = source.replace(/\{[^{}]*\}/g, '').trim()
    const hasWords = /\p{L}/u.test(words) && !names.test(words)
    if (hasWords) expect(words, key).toMatch(/\p{Script=Cyrillic}/u)
    expect(source, key).not.toMatch(/["“”]| - /)
  }
})
