import { z } from 'zod'

/** A code from a message. People type it as it was written: with spaces or dashes between its digits. */
export const CodeField = z
  .string('code_required')
  .transform((typed) => typed.replace(/[\s\u2010-\u2015-]/g, ''))
  .pipe(z.string('code_required').min(1, 'code_required').max(32, 'too_long'))
