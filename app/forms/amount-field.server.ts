import { z } from 'zod'
import { type Language } from '~/contract/languages'
import { parseAmount } from '~/money/parse'

/**
 * What was typed into the field `amount`, as a decimal string; where it is none, that is said at the field.
 * @param decimals how many its currency has
 */
export function amountOf(
  typed: string,
  language: Language,
  decimals: number,
  context: z.core.$RefinementCtx,
): string {
  const amount = parseAmount(typed, language, decimals)
  if (amount.ok) return amount.value
  context.addIssue({
    code: 'custom',
    path: ['amount'],
    message: amount.code,
    params: amount.params,
    input: typed,
  })
  return z.NEVER
}
