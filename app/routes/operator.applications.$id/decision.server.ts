import { z } from 'zod'

/** A decision on an application, with the answer that the applicant is sent. */
export const ApplicationDecision = z.object({
  decision: z.enum(['complete', 'reject'], 'required'),
  answer: z.string().trim().max(4000, 'too_long').optional(),
})
