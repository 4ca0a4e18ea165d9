import { z } from 'zod'

/** A rejection says why; whoever proposed the change reads it. */
export const DecisionForm = z
  .object({
    decision: z.enum(['approve', 'reject', 'withdraw'], 'required'),
    reason: z.string().trim().max(300, 'too_long').optional(),
  })
  .refine(({ decision, reason }) => decision !== 'reject' || reason, { path: ['reason'], error: 'required' })
