import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Language } from '~/contract/languages'
import { createServerI18n } from '~/locale/texts.server'
import { invalid, nestedValues, parseForm } from './parse.server'

const languages = createServerI18n('Europe/Vilnius')

const posted = (fields: [name: string, value: string][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const TransferForm = z.object({
  email: z.email({ error: (issue) => (issue.input === undefined ? 'email_required' : 'email_invalid') }),
  amount: z.string().superRefine((amount, context) => {
    if (Number(amount) < 100) {
      context.addIssue({
        code: 'custom',
        message: 'amount_below_min',
        params: { min: '100', currency: 'USDT' },
      })
    }
  }),
  password: z.string(),
})

const errorsOf = async (language: Language, fields: [string, string][]) => {
  const form = await parseForm({ form: posted(fields), i18n: languages[language] }, TransferForm)
  return invalid(form).data.lastResult.error
}

describe('a form with errors', () => {
  test("shows them at the field in the reader's language, with bounds written out", async () => {
    const fields: [string, string][] = [
      ['email', ''],
      ['amount', '99'],
      ['password', 'secret'],
    ]
    expect(await errorsOf('en', fields)).toEqual({
      email: ['Please enter your email address!'],
      amount: ['The minimum is 100.00\u00a0USDT'],
    })
    expect(await errorsOf('ru', fields)).toEqual({
      email: ['Укажите адрес электронной почты!'],
      amount: ['Минимум — 100,00\u00a0USDT'],
    })
  })

  test('has a text for a field whose schema has no error code', async () => {
    expect(await errorsOf('en', [['email', 'a@example.com']])).toEqual({
      amount: ['Fill in this field'],
      password: ['Fill in this field'],
    })
  })

  test('lists its errors from top to bottom, also that of a radio group without a choice', async () => {
    const Choosing = z
      .object({ system: z.string('system_required'), amount: z.string('amount_required') })
      .transform((chosen) => chosen)
    const form = posted([['amount', '']])
    const parsed = await parseForm({ form, i18n: languages.en }, Choosing)
    expect(Object.keys(invalid(parsed).data.lastResult.error ?? {})).toEqual(['system', 'amount'])
    const late = invalid(parsed, { fields: { system: 'Closed', amount: 'Too little' }, form: 'Not now' })
    expect(Object.keys(late.data.lastResult.error ?? {})).toEqual(['', 'system', 'amount'])
  })

  test('distinguishes a missing field from a wrong one, whatever the schema’s own texts are', async () => {
    const Numbered = z.object({ count: z.number(), more: z.number() })
    const parsed = await parseForm({ form: posted([['count', 'many']]), i18n: languages.en }, Numbered)
    expect(invalid(parsed).data.lastResult.error).toEqual({
      count: ['Check this field'],
      more: ['Fill in this field'],
    })
  })

  test('keeps the input, except passwords and internal fields', async () => {
    const form = posted([
      ['formToken', 'token'],
      ['submission', 'sealed'],
      ['email', 'nobody'],
      ['amount', '1 000'],
      ['password', 'secret'],
      ['passwordRepeat', 'secret'],
    ])
    const parsed = await parseForm({ form, i18n: languages.en }, TransferForm)
    const answer = invalid(parsed, { submission: 'next' })
    expect(answer.init?.status).toBe(422)
    expect(answer.data.submission).toBe('next')
    expect(answer.data.lastResult.initialValue).toEqual({ email: 'nobody', amount: '1 000' })
    expect(JSON.stringify(answer.data)).not.toMatch(/secret|sealed|token/)
  })
})

test('a valid form that the upstream refused has its texts and the status of the refusal', async () => {
  const form = posted([
    ['email', 'a@example.com'],
    ['amount', '700'],
    ['password', 'secret'],
  ])
  const parsed = await parseForm({ form, i18n: languages.en }, TransferForm)
  expect(parsed.ok && parsed.value).toEqual({ email: 'a@example.com', amount: '700', password: 'secret' })

  const answer = invalid(parsed, { form: 'Registration Error', fields: { email: 'Taken' }, status: 409 })
  expect(answer.init?.status).toBe(409)
  expect(answer.data.lastResult).toMatchObject({
    status: 'error',
    error: { '': ['Registration Error'], email: ['Taken'] },
    initialValue: { email: 'a@example.com', amount: '700' },
  })
})

test.each([
  '__proto__',
  '__proto__.polluted',
  'constructor.prototype.polluted',
  '__intent__',
  '__state__',
  '[',
  '..',
  '',
])('a field called %j is ignored', async (name) => {
  const form = posted([
    ['email', 'a@example.com'],
    ['amount', '700'],
    ['password', 'secret'],
    [name, '{"broken'],
  ])
  const parsed = await parseForm({ form, i18n: languages.en }, TransferForm)
  expect(parsed.ok && parsed.value).toEqual({ email: 'a@example.com', amount: '700', password: 'secret' })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test.each(['email.x', 'email[0]'])(
  'a field called %j is an error of the form, not of the server',
  async (name) => {
    const form = posted([
      ['email', 'a@example.com'],
      [name, 'x'],
    ])
    expect((await parseForm({ form, i18n: languages.en }, TransferForm)).ok).toBe(false)
  },
)

test('a request without a form is a form without fields', async () => {
  const parsed = await parseForm({ form: null, i18n: languages.en }, TransferForm)
  expect(parsed.ok).toBe(false)
})

describe('field names', () => {
  const parse = (fields: [string, string][]) =>
    parseForm({ form: posted(fields), i18n: languages.en }, z.object({ email: z.string('email_required') }))

  test.each([
    ['an index of millions', 'email[5000000]'],
    ['thousands of nested names', `email${'.a'.repeat(20_000)}`],
    ['a broken path', 'email['],
    ['a prototype property', '__proto__.polluted'],
    ['a field outside the schema', 'nickname'],
    ['an intent of the form library', '__intent__'],
    ['a state of the form library', '__state__'],
  ])('%s is dropped', { timeout: 2_000 }, async (_what, name) => {
    const cpu = process.cpuUsage()
    const form = await parse([[name, 'x']])
    const { lastResult } = invalid(form).data
    const { user, system } = process.cpuUsage(cpu)
    expect(lastResult).toMatchObject({ error: { email: ['Please enter your email address!'] } })
    expect(lastResult.initialValue).toEqual({})
    expect((user + system) / 1000).toBeLessThan(100)
  })

  test('a field keeps its value beside one that is dropped', async () => {
    const form = await parse([
      ['email', 'a@example.com'],
      ['email[5000000]', 'x'],
      ['email.more', 'x'],
    ])
    expect(form).toMatchObject({ ok: true, value: { email: 'a@example.com' } })
  })

  test('an intent is repeated, so that the page knows which of its forms was answered', async () => {
    const { lastResult } = invalid(await parse([['intent', 'resend']])).data
    expect(lastResult.initialValue).toEqual({ intent: 'resend' })
  })
})

test('a field of a list is put back into the list', () => {
  const fields = {
    amount: '1',
    'wallets[0].system': 'btc',
    'wallets[0].address': 'a',
    'wallets[1].address': 'b',
  }
  expect(nestedValues(fields)).toEqual({
    amount: '1',
    wallets: [{ system: 'btc', address: 'a' }, { address: 'b' }],
  })
})

test("a name can't access a prototype", () => {
  nestedValues({ '__proto__.polluted': 'yes', 'constructor.prototype.polluted': 'yes' })
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})
