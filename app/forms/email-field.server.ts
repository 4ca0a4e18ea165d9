import { z } from 'zod'

/** An e-mail address that has to be given. */
export const EmailField = z
  .string('email_required')
  .trim()
  .min(1, 'email_required')
  .max(254, 'too_long')
  .pipe(z.email('email_invalid'))
