import { z } from 'zod'
import { stepUpFields } from '~/forms/step-up-field.server'
import { isSamePassword, newPasswordFields, passwordsMismatch } from '~/forms/field-schemas.server'

export const PasswordForm = z
  .object({
    ...stepUpFields,
    currentPassword: z.string('password_required').max(1024, 'too_long'),
    ...newPasswordFields,
  })
  .refine(isSamePassword, passwordsMismatch)
