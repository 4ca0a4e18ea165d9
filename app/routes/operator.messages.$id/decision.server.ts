import { z } from 'zod'

/** A decision on an inquiry. What it needs is checked by the upstream, for the decision that was chosen. */
export const InquiryDecision = z.object({
  decision: z.enum(['complete', 'reject'], 'required'),
  answer: z.string().trim().max(4000, 'too_long').optional(),
  usual: z.string().max(32).optional(),
  reason: z.string().trim().max(300, 'too_long').optional(),
})
