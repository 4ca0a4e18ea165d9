import { z } from 'zod'
import { CodeField } from '~/forms/field-schemas.server'
import { currentPasswordFields } from '~/forms/current-password-field.server'
import { PhoneField } from '~/identity/field-schemas.server'
import { intents } from './intent'

/** Told by its button: nothing is typed in it. */
export const ResendForm = z.object({ intent: z.literal(intents.resend) })

export const CodeForm = z.object({ code: CodeField })

export const NumberForm = z.object({ phone: PhoneField, ...currentPasswordFields })
