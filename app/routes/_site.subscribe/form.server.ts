import { z } from 'zod'
import { EmailField } from '~/forms/field-schemas.server'

/** An address for the newsletter, as the upstream takes it. */
export const SubscribeForm = z.object({
  email: EmailField,
})
