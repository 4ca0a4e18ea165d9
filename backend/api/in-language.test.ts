import { expect, it } from 'vitest'
import { inLanguage } from './in-language'

it('translates every text of a value into the language and leaves the rest', () => {
  const value = {
    hours: { ru: 'круглосуточно', en: 'around the clock' },
    team: [{ role: { ru: 'Юрист', en: 'Lawyer' }, since: 2021 }],
    licence: null,
  }
  expect(inLanguage(value, 'en')).toEqual({
    hours: 'around the clock',
    team: [{ role: 'Lawyer', since: 2021 }],
    licence: null,
  })
  expect(inLanguage(value, 'ru')).toMatchObject({ team: [{ role: 'Юрист' }] })
})
