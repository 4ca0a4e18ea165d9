import { z } from 'zod'
import { IdentityField } from '~/identity/identity-field.server'

export const ForgotForm = z.object({ login: IdentityField })
