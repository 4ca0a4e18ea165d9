import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { characters, cutTypeface } from '../scripts/typeface.mjs'

const has = new Set(characters.latin + characters.cyrillic)

it('has every character of the texts', () => {
  const texts = ['ru', 'en'].flatMap((language) =>
    readdirSync(`locales/${language}`).map((file) => readFileSync(`locales/${language}/${file}`, 'utf8')),
  )
  expect([...new Set(texts.join(''))].filter((one) => one > ' ' && !has.has(one))).toEqual([])
})

it('has every character of dates, times and amounts', () => {
  const written = ['ru', 'en'].flatMap((language) => [
    new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(0),
    new Intl.NumberFormat(language, { style: 'percent' }).format(-1234567.8),
  ])
  // A narrow space of some languages' figures is as well written in another typeface.
  expect([...written.join('')].filter((one) => one !== '\u202f' && !has.has(one))).toEqual([])
})

it('is what `npm run typeface` makes, in at most 25 KB', async () => {
  const made = await cutTypeface()
  for (const [name, bytes] of Object.entries(made)) {
    const file = `app/ui/theme/typeface/${name}.woff2`
    expect(Buffer.from(bytes).equals(readFileSync(file)), name).toBe(true)
  }
  expect(made.latin.length + made.cyrillic.length).toBeLessThan(25_000)
})
