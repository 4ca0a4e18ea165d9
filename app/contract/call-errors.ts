import { type Access, type Call } from './call'
import { type ErrorCode, generalErrors } from './errors'

/** Which error words a call may answer with: those of its row and those that its access and its key bring along. */

const accessErrors: Record<Access, readonly ErrorCode[]> = {
  public: [],
  signed_in: ['unauthorized', 'account_suspended'],
  confirmed: ['unauthorized', 'account_suspended', 'phone_unconfirmed'],
  investor: ['unauthorized', 'account_suspended', 'phone_unconfirmed', 'forbidden'],
  operator: ['unauthorized', 'account_suspended', 'forbidden'],
}

export const keyedErrors: readonly ErrorCode[] = [
  'idempotency_key_required',
  'in_progress',
  'idempotency_mismatch',
]

/** What any call that may carry a body can answer before it looks at it: the limit of bytes is the backend's. */
const bodyErrors: readonly ErrorCode[] = ['too_large']

/** Every error word of the call. */
export function errorsOf(call: Call): ErrorCode[] {
  return [
    ...new Set([
      ...accessErrors[call.access],
      ...(call.keyed ? keyedErrors : []),
      ...(call.method === 'GET' ? [] : bodyErrors),
      ...call.errors,
      ...generalErrors,
    ]),
  ]
}
