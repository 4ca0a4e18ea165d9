import { z } from 'zod'
import { isSamePassword, newPasswordFields, passwordsMismatch } from '~/forms/field-schemas.server'

export const PasswordForm = z
  .object({
    currentPassword: z.string('password_required').max(1024, 'too_long'),
    ...newPasswordFields,
  })
  .refine(isSamePassword, passwordsMismatch)
