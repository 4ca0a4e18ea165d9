import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createServerI18n } from '~/locale/texts.server'
import { type FailureKind, UpstreamFailure } from '~/upstream/failure.server'
import { stepUpFieldOf, stepUpFields } from './step-up-field.server'
import { answerEdit, changeOnce } from './edit.server'
import { parseForm } from './parse.server'

const { ru, en } = createServerI18n('Europe/Vilnius')

const failure = (kind: FailureKind, code?: string, isChange = true) =>
  new UpstreamFailure({ kind, call: 'user.profile', requestId: '', status: 409, sent: true, isChange, code })

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
])('shows why nothing was changed, and keeps the input', async (i18n, update, taken, outage) => {
  const plain = await answered(i18n, failure('refused'))
  expect(plain.error).toEqual({ '': [update] })
  expect(plain.initialValue).toEqual({ city: 'Kaunas' })
  expect((await answered(i18n, failure('refused', 'email_taken'))).error).toEqual({ email: [taken] })
  expect((await answered(i18n, failure('unavailable', undefined, false))).error).toEqual({ '': [outage] })
  const unanswered = `${outage}. ${i18n.t('refusals:maybeDone')}`
  expect((await answered(i18n, failure('unavailable'))).error).toEqual({ '': [unanswered] })
})

describe('a change that can be read back', () => {
  const refusal = failure('refused')
  const refused = () => Promise.reject(refusal)

  test('is made where the read shows it, whatever its answer says', async () => {
    expect(await changeOnce(refused, () => Promise.resolve(true))).toBeNull()
    expect(
      await changeOnce(
        () => Promise.reject(failure('timeout')),
        () => Promise.resolve(true),
      ),
    ).toBeNull()
  })

  test('keeps its refusal where it was not made, nobody can tell, or the session has ended', async () => {
    await expect(changeOnce(refused, () => Promise.resolve(false))).rejects.toBe(refusal)
    await expect(changeOnce(refused, () => Promise.reject(failure('timeout')))).rejects.toBe(refusal)
    const ended = failure('unauthorized')
    await expect(
      changeOnce(
        () => Promise.reject(ended),
        () => Promise.resolve(true),
      ),
    ).rejects.toBe(ended)
  })

  test('is not read back after its own answer', async () => {
    const read = vi.fn(() => Promise.resolve(false))
    expect(await changeOnce(() => Promise.resolve('stored'), read)).toBe('stored')
    expect(read).not.toHaveBeenCalled()
  })
})

describe('the repeated password', () => {
  const request = async (fields: Record<string, string>, schema: z.ZodObject = z.object(stepUpFields)) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ city: 'Kaunas', ...fields })) form.set(name, value)
    const parsed = await parseForm({ form, i18n: en }, schema.extend({ city: z.string() }))
    const { data, init } = await answerEdit(
      { i18n: en },
      parsed,
      () => Promise.reject(failure('refused', 'password_required')),
      { fieldOf: stepUpFieldOf },
    )
    return { ...data.lastResult, httpStatus: init?.status }
  }
  const typed = { city: 'Kaunas', stepUp: 'password' }

  test('is requested without an error if the form had no field for it', async () => {
    const first = await request({})
    expect(first).toEqual({ initialValue: typed, httpStatus: 200 })
  })

  test('is missing if its field was sent empty, and is never sent back', async () => {
    const empty = await request({ stepUp: 'password', currentPassword: '' })
    expect(empty).toMatchObject({ initialValue: typed, httpStatus: 422 })
    expect(empty.error).toEqual({ currentPassword: ['Enter your password'] })
    const wrong = await request({ stepUp: 'password', currentPassword: 'not this one' })
    expect(JSON.stringify(wrong)).not.toContain('not this one')
  })

  test('is an error in a form that always has its field', async () => {
    const always = await request({}, z.object({ currentPassword: z.string().optional() }))
    expect(always).toMatchObject({ httpStatus: 422, error: { currentPassword: ['Enter your password'] } })
  })
})

test('an ended session is not handled by the form', async () => {
  await expect(answered(en, failure('unauthorized'))).rejects.toThrow(UpstreamFailure)
})
