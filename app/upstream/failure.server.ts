import { type Problem, errorStatus, generalErrors } from '~/contract/errors'

/**
 * The one error that a call of the upstream ends in. Its kinds are a closed list, so every page can say something true
 * about each of them. Invariants: `unknown` means that a keyed call may have moved money and must never be shown as a
 * failure; every other kind means that it certainly has not. It contains no token, and of the body only the problem
 * that the upstream stated. The problem is only for the reader: it is not enumerable, so that logs do not print it.
 */

export type FailureKind =
  /** The token is no longer good (401): the session ends. */
  | 'unauthorized'
  /** 403: not for this user; the code distinguishes `phone_unconfirmed` and `account_suspended`. */
  | 'forbidden'
  | 'not_found'
  /** The upstream refused (another 4xx), or the call could not be made. */
  | 'refused'
  | 'rate_limited'
  /** The call did not reach the upstream, or the upstream can't serve it now. */
  | 'unavailable'
  /** Sent, and no answer in time; nothing that is keyed. */
  | 'timeout'
  /** An answer that can't be trusted: broken, too large, a redirect, against its schema; nothing that is keyed. */
  | 'bad_upstream'
  /** A keyed call was sent, and no trusted answer came back: whether it was done is not known yet. */
  | 'unknown'

/** The content of a refusal: the upstream's own words, nothing, or something else, such as a gateway's page. */
export type RefusalContent = 'words' | 'nothing' | 'something else'

export interface FailureDetails {
  kind: FailureKind
  /** The call, such as `deposits.create`. */
  call: string
  requestId: string
  /** The upstream's status; without an answer, the status that describes the failure best. */
  status: number
  /** Whether any of the call may have left this process. */
  sent: boolean
  /** Whether the call changes something; a failed one that only reads leaves nothing open. */
  isChange?: boolean
  /** The contract's word, or an upstream's own. */
  code?: string
  problem?: Pick<Problem, 'message' | 'params' | 'fields'>
  /** The content of a refusal that is stated by the status. */
  content?: RefusalContent
  /** Seconds to wait, from a 429. */
  retryAfter?: number
  /** What happened, for the log; holds no value of the call. */
  detail?: string
}

/** Whether a call without a key may have been carried out: it was sent, and no answer came that can be trusted. */
export const mayBeDone = ({ sent, isChange, kind, content }: UpstreamFailure): boolean =>
  sent &&
  isChange &&
  (kind === 'timeout' || kind === 'bad_upstream' || kind === 'unavailable' || content === 'something else')

/**
 * Whether a change was refused, which a broken upstream may also say of what it has done: where its effect can be read, it is.
 * A code that could not be sent stays an error, even if the change was made.
 */
export const isRefusedChange = (error: unknown): error is UpstreamFailure =>
  error instanceof UpstreamFailure &&
  error.sent &&
  error.isChange &&
  error.kind !== 'unauthorized' &&
  error.code !== 'code_not_sent' &&
  !mayBeDone(error)

/** Words of the contract that any call may be refused with: they do not say why. */
const generalWords = new Set<string>([
  ...generalErrors,
  ...['unauthorized', 'forbidden', 'not_found', 'not_implemented'],
])

/**
 * Whether a change was refused without a reason: by no word of the contract that is one, and at none of the fields that were
 * typed. A broken upstream may say so of what it has done. A request to wait is a reason.
 * @param fields the form's fields that a refusal may be about; any by default
 */
export function isUnexplained(error: unknown, fields?: readonly string[]): error is UpstreamFailure {
  if (!(error instanceof UpstreamFailure) || !error.sent || !error.isChange) return false
  const { code, kind, problem } = error
  const isReason = code !== undefined && Object.hasOwn(errorStatus, code) && !generalWords.has(code)
  const isAboutField = Object.keys(problem?.fields ?? {}).some((field) => fields?.includes(field) ?? true)
  return kind !== 'rate_limited' && !isReason && !isAboutField
}

export class UpstreamFailure extends Error {
  readonly kind: FailureKind
  readonly call: string
  readonly requestId: string
  readonly status: number
  readonly sent: boolean
  readonly isChange: boolean
  readonly code: string | undefined
  readonly #problem: FailureDetails['problem']
  readonly content: RefusalContent | undefined
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
    content,
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
    this.content = content
    this.retryAfter = retryAfter
  }

  /** The upstream's own words about the call's values. */
  get problem(): FailureDetails['problem'] {
    return this.#problem
  }
}

/** A success that has changed nothing, such as a gateway's own with a body that says nothing. */
export const withoutEffect = (call: string, requestId: string): UpstreamFailure =>
  new UpstreamFailure({ kind: 'bad_upstream', status: 502, sent: true, isChange: true, call, requestId })
