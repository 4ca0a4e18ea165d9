/**
 * A refusal by the domain. Invariants: every refusal carries a code of the contract's closed list, so that readers get
 * the reason in their language; a refused request has moved no money, since the refusal rolls its transaction back.
 */
import { type ErrorCode, type FieldProblem } from '../../app/contract/errors'

export type RefusalParams = Record<string, string | number>

export interface RefusalDetails {
  /** Values for the text. A bound is `{min, currency}` or `{max, currency}`: an amount and its currency. */
  params?: RefusalParams
  /** The field of the request that the refusal is about. */
  field?: string
  /** For `validation`: the error code of each field. */
  fields?: Record<string, Omit<FieldProblem, 'message'>>
}

/** A request that the rules forbid; `code` decides the HTTP status and the text. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly params: RefusalParams | undefined
  readonly field: string | undefined
  readonly fields: Record<string, Omit<FieldProblem, 'message'>> | undefined

  constructor(
    readonly code: ErrorCode,
    { params, field, fields }: RefusalDetails = {},
  ) {
    super(field ? `${code} (${field})` : code)
    this.params = params
    this.field = field
    this.fields = fields
  }

  /** A field whose value is invalid; `code` says why. */
  static ofField(field: string, code: string, params?: RefusalParams): Refusal {
    return new Refusal('validation', { field, fields: { [field]: { code, params } } })
  }
}

/** A temporary refusal, which ends after `seconds`. */
export function tooManyRequests(
  seconds: number,
  code: 'too_many_requests' | 'network_quota' = 'too_many_requests',
): Refusal {
  return new Refusal(code, { params: { retryAfter: Math.max(1, Math.ceil(seconds)) } })
}

/**
 * A failure that is not the caller's fault, before anything was begun: the contract's `internal` with 503 instead of
 * 500. The message is for the log.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
