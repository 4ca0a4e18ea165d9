import { z } from 'zod'
import { type FieldOf } from './refused.server'

/** The fields of a form that may ask for the password once more; `stepUp` says that it has asked. */
export const currentPasswordFields = {
  currentPassword: z.string().max(1024, 'too_long').optional(),
  stepUp: z.string().max(1, 'invalid').optional(),
}

/** Where a refusal stands that is about the password. */
export const currentPasswordFieldOf = {
  password_required: 'currentPassword',
  password_wrong: 'currentPassword',
  password_not_set: 'currentPassword',
} satisfies FieldOf
