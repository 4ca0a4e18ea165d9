import { z } from 'zod'
import { amountOf } from '~/forms/amount-field.server'
import { type Language } from '~/contract/languages'
import { widestScale } from '~/money/currencies'
import { plainDecimal } from '~/money/parse'

/**
 * What was asked for, as far as it can be judged without looking at rates and balance: a form that has been sent
 * already is not measured again by the state that it made.
 */
export function exchangeForm(language: Language) {
  return z
    .object({
      from: z.string('currency_required'),
      to: z.string('currency_required'),
      amount: z.string('amount_required'),
      /** The quote that the review page showed, and the rate in it; only to be shown beside the next one. */
      rateId: z.string().max(64, 'invalid').optional(),
      rate: z.string().regex(plainDecimal).optional().catch(undefined),
    })
    .transform((typed, context) => {
      if (typed.from === typed.to)
        context.addIssue({ code: 'custom', path: ['to'], message: 'same_currency' })
      return { ...typed, amount: amountOf(typed.amount, language, widestScale, context) }
    })
}

export type ExchangeRequest = z.output<ReturnType<typeof exchangeForm>>
