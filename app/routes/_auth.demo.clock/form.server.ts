import { z } from 'zod'

export const ClockForm = z.object({
  days: z
    .string({ error: 'required' })
    .trim()
    .regex(/^\d{1,3}$/, 'days_out_of_range')
    .transform(Number)
    .refine((days) => days >= 1 && days <= 400, 'days_out_of_range'),
  /** The time that the page showed: a form that is sent twice moves the clock once. */
  from: z
    .string()
    .regex(/^\d{1,6}$/, 'invalid')
    .transform(Number)
    .optional(),
})
