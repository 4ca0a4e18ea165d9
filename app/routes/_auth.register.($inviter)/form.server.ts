import { z } from 'zod'
import { Login } from '~/contract/values'
import { PhoneField } from '~/forms/phone-field.server'

/** The upstream refuses what is common; what is short need not be asked about. */
const shortestPassword = 8

export const RegisterForm = z
  .object({
    login: z
      .string('login_required')
      .trim()
      .min(1, 'login_required')
      .refine((typed) => Login.safeParse(typed).success, 'login_invalid'),
    email: z
      .string('email_required')
      .trim()
      .min(1, 'email_required')
      .max(254, 'too_long')
      .pipe(z.email('email_invalid')),
    phone: PhoneField,
    password: z
      .string('password_required')
      .min(shortestPassword, 'password_too_simple')
      .max(1024, 'too_long'),
    passwordRepeat: z.string('password_repeat_required'),
  })
  .refine(({ password, passwordRepeat }) => password === passwordRepeat, {
    path: ['passwordRepeat'],
    message: 'passwords_mismatch',
  })
