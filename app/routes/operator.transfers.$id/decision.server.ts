import { z } from 'zod'

/** A decision on a transfer. What it needs is checked by the upstream, for the decision that was chosen. */
export const TransferDecision = z
  .object({
    decision: z.enum(['approve', 'reject'], 'required'),
    refill: z.string().max(128, 'invalid').optional(),
    usual: z.string().max(32).optional(),
    reason: z.string().trim().max(300, 'too_long').optional(),
  })
  .transform(({ refill, ...decision }) =>
    decision.decision === 'approve' && refill ? { ...decision, refill } : decision,
  )
