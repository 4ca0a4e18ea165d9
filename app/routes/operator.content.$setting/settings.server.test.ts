import { expect, test } from 'vitest'
import { settingForms } from './settings.server'

test('contacts that are saved as they are shown stay as they are stored, in both languages', () => {
  const { schema, typed, value } = settingForms.contacts
  const saved = (stored: unknown) => value(schema('en').parse(typed(stored, 'en')), stored)
  const url = 'https://tideline.example/messenger'
  const contacts = { email: 'help@tideline.example', hours: { ru: 'по будням', en: 'on weekdays' } }
  for (const name of ['Signal', { ru: 'Сигнал', en: 'Signal' }]) {
    const stored = { ...contacts, messenger: { name, url } }
    expect(saved(stored)).toEqual(stored)
  }
  expect(saved({ ...contacts, messenger: null })).toMatchObject({ messenger: null })
})

test('a messenger has a name in both languages and a link, or none of them', () => {
  const { schema } = settingForms.contacts
  const problemsOf = (messenger: object) =>
    schema('en')
      .safeParse({ email: 'help@tideline.example', messenger, hours: { ru: '', en: '' } })
      .error?.issues.map(({ path }) => path.join('.'))
  const url = 'https://tideline.example/messenger'
  expect(problemsOf({ name: { ru: 'Сигнал', en: '' }, url })).toEqual(['messenger.name.en'])
  expect(problemsOf({ name: { ru: '', en: '' }, url })).toEqual(['messenger.name.ru', 'messenger.name.en'])
  expect(problemsOf({ name: { ru: 'Сигнал', en: 'Signal' }, url: '' })).toEqual(['messenger.url'])
  expect(problemsOf({ name: { ru: '', en: '' }, url: '' })).toBeUndefined()
})

test('each part of the limits that can be refused is at a field of their form', () => {
  const { schema, fieldOf } = settingForms.limits
  const fields = Object.keys(schema('en').shape).filter((name) => name !== 'version')
  expect(Object.values(fieldOf ?? {}).sort()).toEqual(fields.sort())
})
