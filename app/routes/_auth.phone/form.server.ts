import { z } from 'zod'
import { resendIntent } from './intent'

/** The other form of the page, told by its button: nothing is typed in it. */
export const ResendForm = z.object({ intent: z.literal(resendIntent) })

/** People type a code as it was written: with spaces or dashes between its digits. */
export const CodeForm = z.object({
  code: z
    .string('code_required')
    .transform((typed) => typed.replace(/[\s\u2010-\u2015-]/g, ''))
    .pipe(z.string().min(1, 'code_required').max(32, 'too_long')),
})
