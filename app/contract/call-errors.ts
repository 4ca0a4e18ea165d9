import { type Access, type Call, isChange } from './call'
import { type ErrorCode, generalErrors } from './errors'

/** The error codes of a call: its own, and those that follow from its access rule and its idempotency key. */

const accessErrors: Record<Access, readonly ErrorCode[]> = {
  public: [],
  signed_in: ['unauthorized', 'account_suspended'],
  confirmed: ['unauthorized', 'account_suspended', 'phone_unconfirmed'],
  investor: ['unauthorized', 'account_suspended', 'phone_unconfirmed', 'forbidden'],
  operator: ['unauthorized', 'account_suspended', 'forbidden', 'factor_required'],
}

export const keyedErrors: readonly ErrorCode[] = [
  'idempotency_key_required',
  'in_progress',
  'idempotency_mismatch',
]

/** Codes of any call with a body: the backend limits its size. */
const bodyErrors: readonly ErrorCode[] = ['too_large']

/** Codes of any change: it may carry an idempotency key. */
const answerErrors: readonly ErrorCode[] = ['in_progress', 'idempotency_mismatch']

/** Every error code of the call. */
export function errorsOf(call: Call): ErrorCode[] {
  return [
    ...new Set([
      ...accessErrors[call.access],
      ...(call.keyed ? keyedErrors : []),
      ...(call.method === 'GET' ? [] : bodyErrors),
      ...(isChange(call) ? answerErrors : []),
      ...call.errors,
      ...generalErrors,
    ]),
  ]
}
