import { z } from 'zod'
import { amountOf } from '~/forms/amount-field.server'
import { type FormContext } from '~/forms/parse.server'
import { type Language } from '~/contract/languages'
import { scaleOf } from '~/money/currencies'

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
    .transform((typed, context) => ({
      ...typed,
      amount: amountOf(typed.amount, language, scaleOf(typed.currency), context),
    }))
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
    .superRefine(
      ({ amount, currency }, context) => void amountOf(amount, language, scaleOf(currency), context),
    )
}
