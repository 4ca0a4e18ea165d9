import { expect, test } from 'vitest'
import { z } from 'zod'
import { createServerI18n } from '~/locale/texts.server'
import { type FailureKind, UpstreamFailure } from '~/upstream/failure.server'
import { answerEdit } from './edit.server'
import { parseForm } from './parse.server'

const { ru, en } = createServerI18n('Europe/Vilnius')

const failure = (kind: FailureKind, code?: string) =>
  new UpstreamFailure({ kind, call: 'user.profile', requestId: '', status: 409, sent: true, code })

async function answered(i18n: typeof en, failed: UpstreamFailure) {
  const form = new FormData()
  form.set('city', 'Kaunas')
  const parsed = await parseForm({ form, i18n }, z.object({ city: z.string() }))
  const answer = await answerEdit({ i18n }, parsed, () => Promise.reject(failed), {
    fieldOf: { email_taken: 'email' },
  })
  return answer.data.lastResult
}

test.each([
  [en, 'Update error', 'This email is already registered', 'An error occurred, try later'],
  [
    ru,
    'Ошибка обновления данных',
    'Этот адрес почты уже зарегистрирован',
    'Произошла ошибка, попробуйте позже',
  ],
])('tells why nothing was changed, and keeps what was typed', async (i18n, update, taken, outage) => {
  const plain = await answered(i18n, failure('refused'))
  expect(plain.error).toEqual({ '': [update] })
  expect(plain.initialValue).toEqual({ city: 'Kaunas' })
  expect((await answered(i18n, failure('refused', 'email_taken'))).error).toEqual({ email: [taken] })
  expect((await answered(i18n, failure('unavailable'))).error).toEqual({ '': [outage] })
})

test('a session that is over is not the form’s affair', async () => {
  await expect(answered(en, failure('unauthorized'))).rejects.toThrow(UpstreamFailure)
})
