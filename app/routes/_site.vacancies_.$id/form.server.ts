import { z } from 'zod'
import { OptionalEmailField } from '~/forms/field-schemas.server'
import { PhoneField } from '~/identity/field-schemas.server'

/** The texts of an application, as the upstream takes them; the resume comes after them. */
export const ApplicationForm = z.object({
  name: z.string('name_required').trim().min(1, 'name_required').max(200, 'too_long'),
  phone: PhoneField,
  email: OptionalEmailField,
  message: z.string().trim().max(5000, 'too_long').optional(),
})
