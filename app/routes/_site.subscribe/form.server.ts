import { z } from 'zod'
import { EmailField } from '~/forms/email-field.server'

/** An address for the newsletter, as the upstream takes it. */
export const SubscribeForm = z.object({
  email: EmailField,
})
