import { z } from 'zod'
import { maritalStatuses } from '~/contract/user-data'
import { BirthDateField } from '~/forms/field-schemas.server'

/** The texts of a verification, as the upstream takes them; the files come after them. */
export const VerificationForm = z.object({
  fullName: z.string('name_required').trim().min(1, 'name_required').max(200, 'too_long'),
  birthDate: BirthDateField,
  maritalStatus: z.enum(maritalStatuses, 'marital_status_required'),
  documentNumber: z
    .string('document_number_required')
    .trim()
    .min(1, 'document_number_required')
    .max(64, 'too_long'),
})
