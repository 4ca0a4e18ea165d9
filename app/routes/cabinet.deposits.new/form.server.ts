import { z } from 'zod'
import { type FormContext } from '~/forms/parse.server'
import { type Language } from '~/i18n/languages'
import { scaleOf } from '~/money/currencies'
import { parseAmount } from '~/money/parse'

/**
 * What was asked for, as far as it can be judged without looking at plans and balance: a form that has been sent
 * already is not measured again by the state that it made.
 */
export function newDepositForm(language: Language) {
  return z
    .object({
      planId: z.string('plan_required'),
      currency: z.string('currency_required'),
      amount: z.string('amount_required'),
    })
    .transform((typed, context) => {
      const amount = parseAmount(typed.amount, language, scaleOf(typed.currency))
      if (amount.ok) return { ...typed, amount: amount.value }
      context.addIssue({ code: 'custom', path: ['amount'], message: amount.code, params: amount.params })
      return z.NEVER
    })
}

export type NewDeposit = z.output<ReturnType<typeof newDepositForm>>

/** Whether the form only asks what an amount would bring: the answer has an address of its own. */
export const wantsProspect = ({ form }: Pick<FormContext, 'form'>): boolean => form?.has('prospect') ?? false

/** The same form for that: no plan need be chosen, and the amount goes into the address as it was typed. */
export function prospectForm(language: Language) {
  return z
    .object({
      planId: z.string().max(64, 'invalid').optional(),
      currency: z.string('currency_required'),
      amount: z.string('amount_required'),
    })
    .superRefine(({ amount: typed, currency }, context) => {
      const amount = parseAmount(typed, language, scaleOf(currency))
      if (!amount.ok)
        context.addIssue({ code: 'custom', path: ['amount'], message: amount.code, params: amount.params })
    })
}
