import { z } from 'zod'
import { Login } from '~/contract/values'
import { isSamePassword, newPasswordFields, passwordsMismatch } from '~/forms/field-schemas.server'

export const AcceptForm = z
  .object({
    login: z
      .string('login_required')
      .trim()
      .min(1, 'login_required')
      .refine((typed) => Login.safeParse(typed).success && !typed.includes(' '), 'login_invalid'),
    ...newPasswordFields,
  })
  .refine(isSamePassword, passwordsMismatch)
