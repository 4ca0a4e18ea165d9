import { z } from 'zod'

/** Hidden field: what the page asked for, so that an empty field is an error. */
export const stepUpField = 'stepUp'

/** The fields of a form that may require a step-up. The last one records what the page asked for. */
export const stepUpFields = {
  currentPassword: z.string().max(1024, 'too_long').optional(),
  stepUpCode: z.string().max(64, 'too_long').optional(),
  [stepUpField]: z.string().max(8, 'invalid').optional(),
}

/** The field that shows an error about the step-up. */
export const stepUpFieldOf = {
  password_required: 'currentPassword',
  password_wrong: 'currentPassword',
  password_not_set: 'currentPassword',
  step_up_required: 'stepUpCode',
  factor_code_invalid: 'stepUpCode',
}
