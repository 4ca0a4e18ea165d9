import { expect, test } from 'vitest'
import { z } from 'zod'
import { isSamePassword, newPasswordFields, passwordsMismatch } from './field-schemas.server'

const Form = z
  .object({ login: z.string().min(1, 'login_required'), ...newPasswordFields })
  .refine(isSamePassword, passwordsMismatch)

const problemsOf = (typed: Record<string, string>) =>
  Form.safeParse(typed).error?.issues.map(({ message }) => message)

test('what is wrong with a new password is told at once with all else', () => {
  expect(problemsOf({ login: '', password: 'short', passwordRepeat: 'other' })).toEqual([
    'login_required',
    'password_too_simple',
    'passwords_mismatch',
  ])
})

test('a password that was not repeated is not said to differ', () => {
  expect(problemsOf({ login: 'reed', password: 'long-enough-1' })).toEqual(['password_repeat_required'])
})
