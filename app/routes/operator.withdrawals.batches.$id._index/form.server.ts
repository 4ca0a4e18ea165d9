import { z } from 'zod'

export const DissolveForm = z.object({})

/** The reason stays in the audit trail. */
export const TakeOutForm = z.object({
  payment: z.string('required').max(128, 'too_long'),
  reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
})
