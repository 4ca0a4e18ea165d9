import { z } from 'zod'

/** The investor sees this reason. */
export const TakeBackForm = z.object({
  reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
})
