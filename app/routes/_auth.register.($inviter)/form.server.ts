import { z } from 'zod'
import { Login } from '~/contract/values'
import { readPhone } from '~/phones/read-phone.server'

const Phone = z
  .string('phone_required')
  .trim()
  .min(1, 'phone_required')
  .transform((typed, check) => {
    const phone = readPhone(typed)
    if (phone) return phone
    check.addIssue({ code: 'custom', message: 'phone_invalid' })
    return z.NEVER
  })

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
    phone: Phone,
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
