import { z } from 'zod'
import { type Language } from '~/contract/languages'
import { amountOf } from '~/forms/field-schemas.server'
import { widestScale } from '~/money/currencies'

/** A decision on a top-up. What it needs is checked by the upstream, for the decision that was chosen. */
export function refillDecisionForm(language: Language) {
  return z
    .object({
      decision: z.enum(['approve', 'reject'], 'required'),
      creditedAmount: z.string().optional(),
      transactionHash: z.string().trim().max(256, 'too_long').optional(),
      usual: z.string().max(32).optional(),
      reason: z.string().trim().max(300, 'too_long').optional(),
    })
    .transform(({ creditedAmount, transactionHash, ...decision }, context) =>
      decision.decision === 'reject'
        ? decision
        : {
            ...decision,
            transactionHash,
            ...(creditedAmount && {
              creditedAmount: amountOf(creditedAmount, language, widestScale, context, 'creditedAmount'),
            }),
          },
    )
}
