import { z } from 'zod'
import { type Language } from '~/contract/languages'
import { compare } from '~/money/decimal'
import { parseAmount } from '~/money/parse'

/** Fields of the forms in which operators write what the site shows and set its terms. */

const written = (max: number) => z.string('required').trim().min(1, 'required').max(max, 'too_long')
const mayBeEmpty = (max: number) => z.string().trim().max(max, 'too_long').default('')

/** A text that is written in both languages. */
export const textsField = (max: number) => z.object({ ru: written(max), en: written(max) })

/** A text that may be left out, but not in one language alone. */
export const optionalTextsField = (max: number) =>
  z.object({ ru: mayBeEmpty(max), en: mayBeEmpty(max) }).superRefine(({ ru, en }, context) => {
    if ((ru === '') === (en === '')) return
    const path = [ru === '' ? 'ru' : 'en']
    context.addIssue({ code: 'custom', message: 'required', path, input: '' })
  })

/** The stored text, or null where it was left out. */
export const textsOrNull = (typed: { ru: string; en: string }) => (typed.ru === '' ? null : typed)

export const wordField = (max: number) => written(max)
export const optionalWordField = (max: number) => mayBeEmpty(max)

const isLink = (typed: string) => z.url({ protocol: /^https?$/ }).safeParse(typed).success
const link = (schema: z.ZodType<string>) =>
  schema.refine((typed) => typed === '' || isLink(typed), 'link_invalid')
export const linkField = link(written(2048))
export const optionalLinkField = link(mayBeEmpty(2048))

/** A tick; a browser sends nothing for one that is off. */
export const tickField = z
  .literal('on')
  .optional()
  .transform((typed) => typed === 'on')

/** A whole number within bounds. */
export const countField = (min: number, max: number) =>
  z
    .string('required')
    .trim()
    .regex(/^\d{1,9}$/, 'invalid')
    .transform(Number)
    .refine((count) => count >= min && count <= max, 'invalid')

/** How many digits the terms are kept with, before the point and after it. */
const digits = { whole: 12, decimals: 6 }

/** The decimal of a typed amount; null, with an issue, where there is none. */
function decimalIn(typed: string, language: Language, context: z.RefinementCtx): string | null {
  const amount = parseAmount(typed, language, digits.decimals)
  if (amount.ok && amount.value.split('.', 1)[0]!.length <= digits.whole) return amount.value
  const { code, params } = amount.ok ? { code: 'too_long', params: undefined } : amount
  context.addIssue({ code: 'custom', message: code, params, input: typed })
  return null
}

/** A decimal as people type it in their language. */
export const decimalField = (language: Language) =>
  z.string('amount_required').transform((typed, context) => decimalIn(typed, language, context) ?? z.NEVER)

/** One that is more than zero. */
export const positiveField = (language: Language) =>
  decimalField(language).refine((value) => compare(value, '0') > 0, 'invalid')

/** One that may be left out: null. */
export function optionalPositiveField(language: Language) {
  return z
    .string()
    .default('')
    .transform((typed, context) => {
      if (typed.trim() === '') return null
      const amount = decimalIn(typed, language, context)
      if (amount === null || compare(amount, '0') > 0) return amount ?? z.NEVER
      context.addIssue({ code: 'custom', message: 'invalid', input: typed })
      return z.NEVER
    })
}

/** A percentage from 0 to the maximum. */
export const percentField = (language: Language, max = '100') =>
  decimalField(language).refine((value) => compare(value, max) <= 0, 'invalid')

/** The version of what the form was opened with. */
export const versionField = z.string().max(64, 'invalid').default('')
