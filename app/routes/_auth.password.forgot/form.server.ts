import { z } from 'zod'
import { IdentityField } from '~/forms/identity-field.server'

export const ForgotForm = z.object({ login: IdentityField })
