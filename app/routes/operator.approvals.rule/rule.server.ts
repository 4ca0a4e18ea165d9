import { z } from 'zod'
import { type Language } from '~/contract/languages'
import { scaleOf } from '~/money/currencies'
import { parseAmount } from '~/money/parse'

/** The form of the rule of four eyes. */
export function ruleForm(language: Language) {
  const Limit = z.string('amount_required').transform((typed, context) => {
    const amount = parseAmount(typed, language, scaleOf('USDT'))
    if (amount.ok) return amount.value
    context.addIssue({ code: 'custom', message: amount.code, params: amount.params, input: typed })
    return z.NEVER
  })
  return z.object({
    rule: z.enum(['on', 'off'], 'required'),
    payment: Limit,
    refill: Limit,
    reason: z.string().trim().max(300, 'too_long').optional(),
  })
}
