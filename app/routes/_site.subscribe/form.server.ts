import { z } from 'zod'

/** An address for the newsletter, as the upstream takes it. */
export const SubscribeForm = z.object({
  email: z
    .string('email_required')
    .trim()
    .min(1, 'email_required')
    .max(254, 'too_long')
    .pipe(z.email('email_invalid')),
})
