import { z } from 'zod'
import { type Language } from '~/contract/languages'
import { parseAmount } from '~/money/parse'

/**
 * A typed amount as a decimal string; anything else is an error at the field.
 * @param decimals how many its currency has
 * @param field `amount` by default
 */
export function amountOf(
  typed: string,
  language: Language,
  decimals: number,
  context: z.core.$RefinementCtx,
  field = 'amount',
): string {
  const amount = parseAmount(typed, language, decimals)
  if (amount.ok) return amount.value
  context.addIssue({
    code: 'custom',
    path: [field],
    message: amount.code,
    params: amount.params,
    input: typed,
  })
  return z.NEVER
}

/** A code from a message. People type it as it was written: with spaces or dashes between its digits, or copy marks of direction along. */
export const CodeField = z
  .string('code_required')
  .transform((typed) => typed.replace(/[\s\p{Cf}\u2010-\u2015\u2212-]/gu, ''))
  .pipe(z.string('code_required').min(1, 'code_required').max(32, 'too_long'))

/** An e-mail address that has to be given. */
export const EmailField = z
  .string('email_required')
  .trim()
  .min(1, 'email_required')
  .max(254, 'too_long')
  .pipe(z.email('email_invalid'))

/** An e-mail address that may be given. */
export const OptionalEmailField = z
  .string()
  .trim()
  .optional()
  .transform((typed) => typed || undefined)
  .pipe(EmailField.optional())

/** A new password, typed twice. The upstream refuses common ones; a short one is refused here without a call. */

const minPassword = 8

export const newPasswordFields = {
  password: z.string('password_required').min(minPassword, 'password_too_simple').max(1024, 'too_long'),
  passwordRepeat: z.string('password_repeat_required'),
}

interface Typed {
  password: string
  passwordRepeat: string
}

const TypedTwice = z.object({ password: z.string(), passwordRepeat: z.string() })

/** For `refine` of the form's object, with `passwordsMismatch`. */
export const isSamePassword = ({ password, passwordRepeat }: Typed): boolean => password === passwordRepeat

/** Told along with what is wrong with other fields, so that nobody learns of it only after mending those. */
export const passwordsMismatch = {
  path: ['passwordRepeat'],
  message: 'passwords_mismatch',
  when: ({ value }: { value: unknown }) => TypedTwice.safeParse(value).success,
}
