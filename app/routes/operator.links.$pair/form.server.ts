import { z } from 'zod'

/** The decision tells the investor why. */
export const TakeBackForm = z.object({
  reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
})
