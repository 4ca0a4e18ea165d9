import { z } from 'zod'
import { IdentityField } from '~/identity/field-schemas.server'

export const ForgotForm = z.object({ login: IdentityField })
