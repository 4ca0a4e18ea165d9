import { z } from 'zod'
import { readPhone, readNewPhone } from '~/formats/read-phone.server'

/** Whom a form is about: a login as it is registered, or what can only be meant as a phone number or an e-mail. */
export const IdentityField = z
  .string('login_required')
  .trim()
  .max(254, 'too_long')
  .transform((typed, context) => {
    if (typed.includes('@') && z.email().safeParse(typed).success) return typed
    if (/^[A-Za-z0-9_.-]+$/.test(typed)) return typed
    const phone = readPhone(typed)
    if (phone) return phone
    context.addIssue({ code: 'custom', message: 'phone_or_email_invalid' })
    return z.NEVER
  })

/**
 * A phone number as people write it; its value is in E.164.
 * @param held the stored number, which stays valid when it is not changed
 */
export function phoneField(held: string | null = null) {
  return z
    .string('phone_required')
    .trim()
    .min(1, 'phone_required')
    .transform((typed, context) => {
      const phone = typed === held ? held : readNewPhone(typed)
      if (phone) return phone
      context.addIssue({ code: 'custom', message: 'phone_invalid' })
      return z.NEVER
    })
}

export const PhoneField = phoneField()
