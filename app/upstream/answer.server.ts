import { type Call } from '~/contract/call'
import { errorStatus, Problem, type ErrorCode } from '~/contract/errors'
import { UpstreamFailure, type FailureDetails, type FailureKind } from './failure.server'
import { type Incoming, type NoAnswer } from './transport.server'

/**
 * What an answer means. Success is only a 2xx whose body is JSON, fits the call's schema and does not say
 * `ok: false`; whatever else comes back is one of the closed list of failures. A keyed call that was sent and
 * got no trustworthy word is `unknown`, never a failure and never a success.
 */

/** A call that was asked: what a failure is told of. */
export interface UpstreamCall {
  id: string
  call: Call
  requestId: string
}

/** The checked answer of a call, or the failure it amounts to, thrown. */
export function read(call: UpstreamCall, answer: Incoming): unknown {
  const { status } = answer
  const text = answer.body.toString('utf8')
  const body = parse(text)
  if (status < 200 || status >= 300) throw failed(call, status, body, retryAfterOf(answer))
  if (body === undefined) throw untrusted(call, status, text ? 'the body is not JSON' : 'empty body')
  if (saysNotOk(body)) throw untrusted(call, status, 'ok: false')
  const output = call.call.output.safeParse(body)
  if (output.success) return output.data
  // Paths and rules only: the values are the investor's.
  const broken = output.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || '.'} ${code}`)
  throw untrusted(call, status, `against the schema: ${broken.join(', ')}`)
}

/** The failure of a call that got no answer at all. */
export function unanswered(call: UpstreamCall, { reason, sent, message }: NoAnswer): UpstreamFailure {
  const detail = `${reason}: ${message}`
  if (!sent) return failure(call, 'unavailable', 503, { sent: false, detail })
  if (call.call.keyed) return failure(call, 'unknown', 504, { detail })
  if (reason === 'timeout') return failure(call, 'timeout', 504, { detail })
  return failure(call, reason === 'too_large' ? 'bad_upstream' : 'unavailable', 502, { detail })
}

/** The failure of a call that can't be asked: a value of its path, or its missing key, forbids it. */
export function notAskable(call: UpstreamCall, code: ErrorCode, detail: string): UpstreamFailure {
  return failure(call, 'refused', 400, { sent: false, code, detail })
}

/** The failure that a status and a body amount to, as an answer or as told about an earlier one. */
export function failed(
  call: UpstreamCall,
  status: number,
  body: unknown,
  retryAfter?: number,
): UpstreamFailure {
  const problem = problemOf(body)
  const kind = kindOf(call, status, problem)
  if (kind === 'unknown' || kind === 'bad_upstream')
    return failure(call, kind, 502, { detail: `status ${status}` })
  return failure(call, kind, status, {
    code: problem?.code,
    problem: problem && { message: problem.message, params: problem.params, fields: problem.fields },
    retryAfter: kind === 'rate_limited' ? retryAfter : undefined,
  })
}

function kindOf({ call }: UpstreamCall, status: number, problem: Problem | undefined): FailureKind {
  const isStatedRefusal = isStated(problem?.code, status) && problem?.code !== 'internal'
  if (status < 400) return call.keyed ? 'unknown' : 'bad_upstream'
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  // A gateway's word says nothing about what happened behind it, and neither does a crash: it may have come while
  // the upstream committed. Only a 503 in the upstream's own words says that nothing was begun.
  const isNothingBegun = status === 503 && isWord(problem?.code)
  if (call.keyed && !isStatedRefusal && !isNothingBegun && (status === 408 || status >= 500)) return 'unknown'
  if (status < 500) return 'refused'
  return isStatedRefusal ? 'refused' : 'unavailable'
}

/** Whether a word of the contract came with the status that the contract gives it. */
function isStated(code: string | undefined, status: number): boolean {
  return isWord(code) && errorStatus[code] === status
}

function isWord(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorStatus, code)
}

function untrusted(call: UpstreamCall, status: number, detail: string): UpstreamFailure {
  return failure(call, call.call.keyed ? 'unknown' : 'bad_upstream', 502, {
    detail: `${status}, ${detail}`,
  })
}

function failure(
  { id, requestId }: UpstreamCall,
  kind: FailureKind,
  status: number,
  more: Partial<FailureDetails>,
): UpstreamFailure {
  return new UpstreamFailure({ sent: true, ...more, kind, call: id, requestId, status })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function saysNotOk(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'ok' in body && body.ok === false
}

/** What an answer of 400 or more says of itself; nothing, where it says nothing that can be read. */
function problemOf(body: unknown): Problem | undefined {
  const whole = Problem.safeParse(body)
  if (whole.success) return whole.data
  const message = Problem.pick({ message: true }).safeParse(body)
  const code = Problem.pick({ code: true }).required().safeParse(body)
  if (!message.success && !code.success) return undefined
  return { message: message.data?.message ?? '', code: code.data?.code }
}

/** Seconds from `Retry-After`, which may also be a date. */
function retryAfterOf({ headers }: Incoming): number | undefined {
  const value = [headers['retry-after']].flat()[0]
  if (!value) return undefined
  if (/^\d{1,6}$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
