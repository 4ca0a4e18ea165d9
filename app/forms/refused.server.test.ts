import { expect, test } from 'vitest'
import { z } from 'zod'
import { createServerI18n } from '~/locale/texts.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { parseForm } from './parse.server'
import { problemsOf } from './refused.server'

const { en, ru } = createServerI18n('Europe/Vilnius')

const refusal = (
  code: string,
  problem: UpstreamFailure['problem'] = { message: 'in the upstream’s words' },
) =>
  new UpstreamFailure({
    kind: 'refused',
    call: 'user.exchange',
    requestId: 'request-1',
    status: 422,
    sent: true,
    code,
    problem,
  })

const form = await parseForm({ form: null, i18n: en }, z.object({ amount: z.string() }))
const fieldOf = { insufficient_funds: 'amount' }

test('an error code without a field is shown at the field that it is about, in the reader’s language', () => {
  const failure = refusal('insufficient_funds')
  expect(problemsOf(form, failure, en, { fieldOf })).toEqual({
    fields: { amount: 'Not enough money on the balance' },
  })
  expect(problemsOf(form, failure, ru, { fieldOf })).toEqual({
    fields: { amount: 'Недостаточно денег на балансе' },
  })
})

test("the upstream's own text about a field takes precedence", () => {
  const params = { min: '20', currency: 'USDT' }
  const fields = { amount: { code: 'amount_below_min', message: '', params } }
  expect(problemsOf(form, refusal('insufficient_funds', { message: '', fields }), en, { fieldOf })).toEqual({
    fields: { amount: 'The minimum is 20.00\u00a0USDT' },
  })
})

test('an error about a field that the form does not have is shown for the whole form', () => {
  const fields = {
    purse: { code: 'other', message: 'The purse is torn' },
    'lock[0]': { code: 'other', message: 'The purse is torn' },
    resume: { code: 'other', message: 'It has no pages' },
    amount: { code: 'other', message: 'Too round' },
  }
  const failure = refusal('validation', { message: 'No', fields })
  expect(problemsOf(form, failure, en, { files: ['resume'] })).toEqual({
    form: 'The purse is torn',
    fields: { resume: 'It has no pages', amount: 'Too round' },
  })
})

test('a refusal about no field is shown for the whole form', () => {
  expect(problemsOf(form, refusal('rate_expired'), en, { fieldOf })).toEqual({
    form: 'The rate has changed. Check the new figures',
    fields: {},
  })
})
