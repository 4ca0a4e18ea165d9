import { z } from 'zod'
import { EmailField } from '~/forms/field-schemas.server'

/** A message to the company, as the upstream accepts it. */
export const MessageForm = z.object({
  name: z.string('name_required').trim().min(1, 'name_required').max(200, 'too_long'),
  email: EmailField,
  message: z.string('message_required').trim().min(1, 'message_required').max(5000, 'too_long'),
})
