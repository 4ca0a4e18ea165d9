import { z } from 'zod'

/** Says in a form that the password was asked for; by it a missing password is told from one that nobody asked for. */
export const stepUpField = 'stepUp'

/** The fields of a form that may ask for the password once more; the second says that it has asked. */
export const currentPasswordFields = {
  currentPassword: z.string().max(1024, 'too_long').optional(),
  [stepUpField]: z.string().max(1, 'invalid').optional(),
}

/** Where a refusal stands that is about the password. */
export const currentPasswordFieldOf = {
  password_required: 'currentPassword',
  password_wrong: 'currentPassword',
  password_not_set: 'currentPassword',
}
