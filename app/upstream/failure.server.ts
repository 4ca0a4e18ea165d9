import { type Problem } from '~/contract/errors'

/**
 * The one error that a call of the upstream ends in. Its kinds are a closed list, so every page can say
 * something true about each of them. Invariants: `unknown` means that a keyed call may have moved
 * money and must never be told as a failure; every other kind means that it surely has not. Neither a token
 * nor a body travels in it beyond the problem the upstream stated, and that is for the reader alone: a log that is
 * given the error prints its enumerable fields, which the problem is not.
 */

export type FailureKind =
  /** The token is no longer good (401): the session ends. */
  | 'unauthorized'
  /** 403: not for this user; `phone_unconfirmed` and `account_suspended` are told apart by the code. */
  | 'forbidden'
  | 'not_found'
  /** The upstream said no (another 4xx), or the call was not one it could be asked. */
  | 'refused'
  | 'rate_limited'
  /** The call did not get through, or the upstream says it can't serve now. */
  | 'unavailable'
  /** Sent, and no answer in time; nothing that is keyed. */
  | 'timeout'
  /** An answer that can't be trusted: broken, too large, a redirect, against its schema; nothing that is keyed. */
  | 'bad_upstream'
  /** A keyed call was sent and no answer that can be trusted came back: done or not, we can't tell yet. */
  | 'unknown'

/**
 * What a refusal says: the upstream's own words, nothing, or something that is no refusal, such as the page of a gateway
 * that knows nothing of the call.
 */
export type RefusalSays = 'words' | 'nothing' | 'something else'

export interface FailureDetails {
  kind: FailureKind
  /** The call, such as `deposits.create`. */
  call: string
  requestId: string
  /** The upstream's status, or the one that tells the reader best where there was no answer. */
  status: number
  /** Whether any of the call may have left this process. */
  sent: boolean
  /** Whether the call changes something; a failed one that only reads leaves nothing open. */
  isChange?: boolean
  /** The contract's word, or an upstream's own. */
  code?: string
  problem?: Pick<Problem, 'message' | 'params' | 'fields'>
  /** Of a refusal by its status: what it says beside that. */
  says?: RefusalSays
  /** Seconds to wait, from a 429. */
  retryAfter?: number
  /** What happened, for the log; holds no value of the call. */
  detail?: string
}

/** Whether a call without a key may have been carried out: it was sent, and no answer came that can be trusted. */
export const mayBeDone = ({ sent, isChange, kind, says }: UpstreamFailure): boolean =>
  sent &&
  isChange &&
  (kind === 'timeout' || kind === 'bad_upstream' || kind === 'unavailable' || says === 'something else')

export class UpstreamFailure extends Error {
  readonly kind: FailureKind
  readonly call: string
  readonly requestId: string
  readonly status: number
  readonly sent: boolean
  readonly isChange: boolean
  readonly code: string | undefined
  readonly #problem: FailureDetails['problem']
  readonly says: RefusalSays | undefined
  readonly retryAfter: number | undefined

  constructor({
    kind,
    call,
    requestId,
    status,
    sent,
    isChange,
    code,
    problem,
    says,
    retryAfter,
    detail,
  }: FailureDetails) {
    // An upstream may put anything in its code; only what looks like one goes to the log.
    const word = code !== undefined && /^[\w.-]{1,40}$/.test(code) ? ` ${code}` : ''
    super(`${call}: ${kind} ${status}${word}${detail ? ` (${detail})` : ''}`)
    this.name = 'UpstreamFailure'
    this.kind = kind
    this.call = call
    this.requestId = requestId
    this.status = status
    this.sent = sent
    this.isChange = isChange ?? false
    this.code = code
    this.#problem = problem
    this.says = says
    this.retryAfter = retryAfter
  }

  /** The upstream's own words about the call's values. */
  get problem(): FailureDetails['problem'] {
    return this.#problem
  }
}
