import { z } from 'zod'

/** A code of an authenticator app, or a recovery code, as it was typed: the upstream reads both. */
export const FactorCodeForm = z.object({
  code: z.string('code_required').trim().min(1, 'code_required').max(64, 'too_long'),
})

/** The owner's name for a factor. */
export const factorNameField = z
  .string('factor_name_required')
  .trim()
  .min(1, 'factor_name_required')
  .max(64, 'too_long')
