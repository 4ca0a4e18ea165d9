import { z } from 'zod'
import { maritalStatuses } from '~/contract/user-data'
import { BirthDateField, EmailField } from '~/forms/field-schemas.server'
import { currentPasswordFields } from '~/forms/current-password-field.server'
import { phoneField } from '~/identity/field-schemas.server'

/** The two forms of the page. What is left empty is emptied. */

const emptied = <Value>(typed: Value | undefined): Value | null => typed ?? null

const Line = z.string().trim().max(80, 'too_long').optional().transform(emptied)

/**
 * Who came without an e-mail, as by Telegram, may stay without; one that is there can be changed and not taken away.
 * @param held what is there already
 */
export const contactsForm = (held: { email: string | null; phone: string | null }) =>
  z.object({
    email: held.email === null ? EmailField.optional() : EmailField,
    phone: phoneField(held.phone),
    country: Line,
    city: Line,
    instagram: Line,
    telegram: Line,
    vk: Line,
    ...currentPasswordFields,
  })
export type Contacts = Omit<z.output<ReturnType<typeof contactsForm>>, keyof typeof currentPasswordFields>

export const PersonForm = z.object({
  fullName: z.string().trim().max(200, 'too_long').optional().transform(emptied),
  birthDate: BirthDateField.optional().transform(emptied),
  maritalStatus: z.enum(maritalStatuses, 'invalid').optional().transform(emptied),
})
