import { z } from 'zod'
import { readPhone } from '~/formats/read-phone.server'

/** Whom a form is about: a login as it is registered, or what can only be meant as a phone number or an e-mail. */
export const IdentityField = z
  .string('login_required')
  .trim()
  .max(254, 'too_long')
  .transform((typed, check) => {
    if (typed.includes('@') && z.email().safeParse(typed).success) return typed
    if (/^[A-Za-z0-9_.-]+$/.test(typed)) return typed
    const phone = readPhone(typed)
    if (phone) return phone
    check.addIssue({ code: 'custom', message: 'phone_or_email_invalid' })
    return z.NEVER
  })
