import { z } from 'zod'

/** Hidden field: the page asked for the password, so an empty one is an error. */
export const stepUpField = 'stepUp'

/** The fields of a form that may require the password. The second records that the page requested it. */
export const currentPasswordFields = {
  currentPassword: z.string().max(1024, 'too_long').optional(),
  [stepUpField]: z.string().max(1, 'invalid').optional(),
}

/** The field that shows an error about the password. */
export const currentPasswordFieldOf = {
  password_required: 'currentPassword',
  password_wrong: 'currentPassword',
  password_not_set: 'currentPassword',
}
