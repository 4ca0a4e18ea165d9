import { z } from 'zod'
import { Login } from '~/contract/values'
import {
  EmailField,
  isSamePassword,
  newPasswordFields,
  passwordsMismatch,
} from '~/forms/field-schemas.server'
import { PhoneField } from '~/identity/field-schemas.server'

export const RegisterForm = z
  .object({
    login: z
      .string('login_required')
      .trim()
      .min(1, 'login_required')
      .refine((typed) => Login.safeParse(typed).success && !typed.includes(' '), 'login_invalid'),
    email: EmailField,
    phone: PhoneField,
    ...newPasswordFields,
  })
  .refine(isSamePassword, passwordsMismatch)
