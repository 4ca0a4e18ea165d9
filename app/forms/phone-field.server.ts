import { z } from 'zod'
import { readPhone } from '~/phones/read-phone.server'

/** A phone number as people write it; its value is in E.164. */
export const PhoneField = z
  .string('phone_required')
  .trim()
  .min(1, 'phone_required')
  .transform((typed, check) => {
    const phone = readPhone(typed)
    if (phone) return phone
    check.addIssue({ code: 'custom', message: 'phone_invalid' })
    return z.NEVER
  })
