import { z } from 'zod'

/** A decision on documents. What it needs is checked by the upstream, for the decision that was chosen. */
export const VerificationDecision = z.object({
  decision: z.enum(['approve', 'reject'], 'required'),
  usual: z.string().max(32).optional(),
  reason: z.string().trim().max(300, 'too_long').optional(),
})
