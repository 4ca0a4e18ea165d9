import { z } from 'zod'
import { readNewPhone } from '~/formats/read-phone.server'

/**
 * A phone number as people write it; its value is in E.164.
 * @param held the number that is there already, which is not held against whoever leaves it as it is
 */
export function phoneField(held: string | null = null) {
  return z
    .string('phone_required')
    .trim()
    .min(1, 'phone_required')
    .transform((typed, check) => {
      const phone = typed === held ? held : readNewPhone(typed)
      if (phone) return phone
      check.addIssue({ code: 'custom', message: 'phone_invalid' })
      return z.NEVER
    })
}

export const PhoneField = phoneField()
