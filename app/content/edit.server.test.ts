import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseForm } from '~/forms/parse.server'
import { createServerI18n } from '~/locale/texts.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { answerContentEdit } from './edit.server'
import { textsField } from './form-schemas.server'

const { en: i18n } = createServerI18n('Europe/Vilnius')

const schema = z.object({
  exchangeMin: z.string(),
  items: z.array(z.object({ rank: z.string(), name: textsField(10) })).default([]),
})

/** The errors of the form where the upstream refuses these fields. */
async function errorsAt(...names: string[]) {
  const refusal = new UpstreamFailure({
    ...{ kind: 'refused', call: 'operator.editSetting', requestId: 'request-1', status: 422, sent: true },
    code: 'validation',
    problem: {
      message: 'No',
      fields: Object.fromEntries(names.map((name) => [name, { code: 'other', message: `At ${name}` }])),
    },
  })
  const posted = new FormData()
  posted.set('exchangeMin', '1')
  const form = await parseForm({ form: posted, i18n }, schema)
  const { data: answer } = (await answerContentEdit({ i18n, form: null }, form, {
    version: '',
    save: () => Promise.reject(refusal),
    current: () => Promise.resolve(''),
    fieldOf: { 'exchange.min': 'exchangeMin' },
  })) as { data: { lastResult: { error?: Record<string, string[]> } } }
  return answer.lastResult.error
}

test('a refusal of a part of a setting is at the field that it is typed in', async () => {
  expect(await errorsAt('value.exchange.min')).toEqual({ exchangeMin: ['At value.exchange.min'] })
  expect(await errorsAt('value.3.rank', 'value.items.0.name.en')).toEqual({
    'items[3].rank': ['At value.3.rank'],
    'items[0].name.en': ['At value.items.0.name.en'],
  })
})

test('a refusal of what the form has no field for is the form as a whole', async () => {
  expect(await errorsAt('value.deposit.min', 'value.0.name', 'value.exchange.min')).toEqual({
    '': ['At value.deposit.min. At value.0.name'],
    exchangeMin: ['At value.exchange.min'],
  })
})
