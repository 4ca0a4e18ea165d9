import { z } from 'zod'
import { IdentityField } from '~/identity/identity-field.server'

export const LoginForm = z.object({
  login: IdentityField,
  password: z.string('password_required').max(1024, 'too_long'),
})
