import { z } from 'zod'

/** Hidden field: what the page asked for, so that an empty field is an error. */
export const stepUpField = 'stepUp'

/** The fields of a form that may require a step-up. The last one records what the page asked for. */
export const stepUpFields = {
  currentPassword: z.string().max(1024, 'too_long').optional(),
  stepUpCode: z.string().max(64, 'too_long').optional(),
  /** What a passkey has signed, as JSON; scripts fill it. */
  stepUpCredential: z.string().max(16_384, 'too_long').optional(),
  [stepUpField]: z.string().max(8, 'invalid').optional(),
}

/** The field that shows an error about the step-up. */
export const stepUpFieldOf = {
  password_required: 'currentPassword',
  password_wrong: 'currentPassword',
  password_not_set: 'currentPassword',
  step_up_required: 'stepUpCode',
  factor_code_invalid: 'stepUpCode',
  step_up_code_invalid: 'stepUpCode',
  passkey_invalid: 'stepUpCode',
}

type StepUpValues = Partial<Record<keyof typeof stepUpFields, string | undefined>>

/** The values of the form without those of the step-up, which proves identity and is stored nowhere. */
export function withoutStepUp<Values extends StepUpValues>(values: Values): Omit<Values, keyof StepUpValues> {
  const {
    currentPassword: _password,
    stepUpCode: _code,
    stepUpCredential: _credential,
    [stepUpField]: _question,
    ...own
  } = values
  return own
}
