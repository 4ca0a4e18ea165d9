import { z } from 'zod'

/** Why nothing is wrong with a withdrawal that a rule holds; it stays in the audit trail. */
export const ClearForm = z.object({
  reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
})

/** A decision on a withdrawal. What it needs is checked by the upstream, for the decision that was chosen. */
export const PaymentDecision = z.object({
  decision: z.enum(['approve', 'review', 'complete', 'reject'], 'required'),
  transactionHash: z.string().trim().max(256, 'too_long').optional(),
  usual: z.string().max(32).optional(),
  reason: z.string().trim().max(300, 'too_long').optional(),
})
