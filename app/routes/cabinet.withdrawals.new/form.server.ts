import { z } from 'zod'
import { type Language } from '~/i18n/languages'
import { widestScale } from '~/money/currencies'
import { parseAmount } from '~/money/parse'

/**
 * What was asked for, as far as it can be judged without looking at systems and balance: a form that has been sent
 * already is not measured again by the state that it made.
 */
export function newWithdrawalForm(language: Language) {
  return z
    .object({
      system: z.string('system_required'),
      amount: z.string('amount_required'),
      wallet: z.string('wallet_required').trim().min(1, 'wallet_required').max(256, 'too_long'),
      /** The quote that the check page showed. */
      rateId: z.string().max(64, 'invalid').optional(),
    })
    .transform((typed, context) => {
      const amount = parseAmount(typed.amount, language, widestScale)
      if (amount.ok) return { ...typed, amount: amount.value }
      context.addIssue({ code: 'custom', path: ['amount'], message: amount.code, params: amount.params })
      return z.NEVER
    })
}

export type NewWithdrawal = z.output<ReturnType<typeof newWithdrawalForm>>
