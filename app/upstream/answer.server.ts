import { z } from 'zod'
import { type Call } from '~/contract/call'
import { errorStatus, type Problem, type ErrorCode } from '~/contract/errors'
import { marksOf } from '~/contract/reading'
import { type CallDialect, type Dialect, plainDialect } from './dialect/dialect.server'
import { isMereSuccess, toldSuccess, translateAnswer, translateRefusal } from './dialect/speak.server'
import { UpstreamFailure, type FailureDetails, type FailureKind } from './failure.server'
import { fieldOf, isObject, readJson } from './reader/json.server'
import { listRequestOf } from './reader/list.server'
import { problemDeviation, readProblem } from './reader/problem.server'
import {
  type Deviation,
  type ReadingOptions,
  type Understanding,
  understand,
  understandAcknowledgement,
} from './reader/understand.server'
import {
  envelopeNames,
  hasSentence,
  isSentence,
  isWordOfSuccess,
  sentenceIn,
  verdictOf,
} from './reader/verdict.server'
import { type Incoming, type NoAnswer } from './transport.server'

/**
 * What an answer means. Success is only a 2xx that can be read as the call's answer, or, of a change, one that says no more
 * than that it was made; whatever else comes back is one of the closed list of failures. A keyed call that was sent and got
 * no trustworthy word is `unknown`, never a failure and never a success.
 */

/** A call that was asked: what a failure is told of. */
export interface UpstreamCall {
  id: string
  call: Call
  requestId: string
  /** Whether the current password was sent along, so that a refusal may be about it. */
  sendsPassword?: boolean
  /** Whether it was asked with a bearer. Without one no session can have ended. */
  hasBearer?: boolean
}

/** The word for a call that an upstream answers to those who are signed in, and the contract to everybody. */
export const forBearersOnly = 'for_bearers_only'

/** The word for an answer that has none of the fields that were asked for, all of which may be missing. */
export const emptyAnswer = 'empty_answer'

/** How answers are read: what was asked, where times name no zone, and who is told what had to be bent. */
export interface AnswerOptions {
  timeZone: string
  input: object
  dialect: Dialect
  own: CallDialect
  onDeviations?: (callId: string, deviations: readonly Deviation[]) => void
}

/** The checked answer of a call, or the failure it amounts to, thrown. */
export function read(call: UpstreamCall, answer: Incoming, options: AnswerOptions): unknown {
  const { status } = answer
  const { dialect, own, input, timeZone } = options
  const text = answer.body.toString('utf8')
  const isPlain = dialect === plainDialect
  const refusal = (asIf: number, given: unknown) => {
    const { body, meant } = isPlain ? { body: given } : translateRefusal(dialect, own, given)
    // A crash, or a gateway, refuses nothing.
    const deviation = asIf >= 400 && asIf < 500 && !meant ? problemDeviation(body, text) : null
    if (deviation) options.onDeviations?.(call.id, [deviation])
    // Where the dialect knows what the upstream says, the status is the one that goes with it.
    return failed(call, meant ? errorStatus[meant] : asIf, body, { text, ...retryAfterOf(answer) })
  }
  if (status < 200 || status >= 300) throw refusal(status, readJson(text))
  const strict = isPlain && asOurs(call.call, text)
  if (strict) return strict.value

  const body = readJson(text)
  // Whatever it is, it is no word of the upstream's: a page of something between the two, say.
  const isWord = call.call.method !== 'GET' && isTellingWord(dialect, body, text)
  if (body === undefined && text.trim() !== '' && !isWord)
    throw untrusted(call, status, 'the body is not JSON')
  if (isRefusal(call.call, body) || toldSuccess(dialect, body) === false) {
    options.onDeviations?.(call.id, [{ field: '', rule: 'refusal' }])
    throw refusal(refusedStatus, body)
  }
  const reading = { timeZone, ...listRequestOf(input) }
  const given = isPlain ? body : translateAnswer(dialect, own, body)
  if (isNothing(call.call, given))
    throw failure(call, 'not_found', 404, { detail: `${status}, and nothing is there` })
  if (body === undefined && call.call.method === 'GET') throw untrusted(call, status, 'empty body')
  const understanding = understood(call.call, { body, given, text, input, dialect, own, reading })
  if (!understanding.ok && body === undefined) throw untrusted(call, status, 'empty body')
  options.onDeviations?.(call.id, understanding.deviations)
  if (understanding.ok) return understanding.value
  if (understanding.isEmpty && call.call.method === 'GET')
    throw failure(call, 'bad_upstream', 502, { code: emptyAnswer, detail: `${status}, and no known field` })
  // Names and rules only: the values are the investor's.
  const broken = understanding.deviations.map(({ field, rule }) => `${field || '.'} ${rule}`)
  throw untrusted(call, status, `against the schema: ${[...new Set(broken)].slice(0, 5).join(', ')}`)
}

interface Given {
  /** As it came, and in the contract's words. */
  body: unknown
  given: unknown
  text: string
  input: object
  dialect: Dialect
  own: CallDialect
  reading: ReadingOptions
}

function understood(call: Call, { body, given, text, input, dialect, own, reading }: Given): Understanding {
  const { output } = call
  if (isAcknowledgement(call, body, { text, dialect, own })) return understandAcknowledgement(output, reading)
  const understanding = understand(output, withFrame(call, given, input), {
    ...reading,
    // What a change says is there and is null was not made.
    isNullNothing: call.method !== 'GET',
  })
  if (understanding.ok || call.method === 'GET') return understanding
  const isDone = verdictOf(body, true) === 'done' || toldSuccess(dialect, body) === true
  // What was made is a pity to miss and no reason to say that it was not.
  const isBare = isDispensable(output) || (!call.keyed && hasNoKnownField(output, given, reading))
  return isDone || (isBare && isObject(body) && !hasSentence(body))
    ? understandAcknowledgement(output, reading)
    : understanding
}

/** Of fields that nobody knows an answer may have any number: alone they say as little as an empty one. */
function hasNoKnownField(output: z.ZodType, given: unknown, reading: ReadingOptions): boolean {
  const understanding = understand(output, given, reading)
  return !understanding.ok && understanding.isEmpty
}

/** The answer of an upstream that writes everything as the contract does: nothing of it has to be understood. */
function asOurs(call: Call, text: string): { value: unknown } | null {
  const { output } = call
  const body = parse(text)
  if (body === undefined || isRefusal(call, body)) return null
  // An object without fields fits any object: what it says is looked at.
  if (output instanceof z.ZodObject && Object.keys(output.shape).length === 0) return null
  const read = output.safeParse(body)
  return read.success ? { value: read.data } : null
}

/** The failure of a call that got no answer at all. */
export function unanswered(call: UpstreamCall, { reason, sent, message }: NoAnswer): UpstreamFailure {
  const detail = `${reason}: ${message}`
  if (!sent) return failure(call, 'unavailable', 503, { sent: false, detail })
  if (call.call.keyed) return failure(call, 'unknown', 504, { detail })
  if (reason === 'timeout') return failure(call, 'timeout', 504, { detail })
  return failure(call, reason === 'too_large' ? 'bad_upstream' : 'unavailable', 502, { detail })
}

/** The failure of a call that this upstream does not have, by its dialect. */
export function notThere(call: UpstreamCall): UpstreamFailure {
  return failure(call, 'not_found', 404, { sent: false })
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
  { text = '', retryAfter }: { text?: string; retryAfter?: number } = {},
): UpstreamFailure {
  const problem = readProblem(body, text)
  const about = aboutPassword(call, status, problem)
  if (about) return failure(call, 'refused', errorStatus[about], { code: about, problem: { message: '' } })
  if (status === 401 && call.hasBearer === false && call.call.access === 'public')
    return failure(call, 'forbidden', 403, { code: forBearersOnly })
  const kind = kindOf(call, status, problem)
  if (kind === 'unknown' || kind === 'bad_upstream')
    return failure(call, kind, 502, { detail: `status ${status}` })
  return failure(call, kind, status, {
    code: problem?.code,
    problem: problem && { message: problem.message, params: problem.params, fields: problem.fields },
    retryAfter: kind === 'rate_limited' ? retryAfter : undefined,
  })
}

/**
 * The word for a wrong password, where an upstream says no more than that whoever asks is not let in. Signing in refuses by
 * 401, or by 400 or 422 without a word; elsewhere a 401 is about the password that was sent along, unless it says that the
 * session is what has ended.
 */
function aboutPassword(
  { id, sendsPassword = false }: UpstreamCall,
  status: number,
  problem: Problem | undefined,
): 'invalid_credentials' | 'password_wrong' | null {
  // Nobody who signs in has a session that could have ended.
  const isGeneric = id === 'auth.login' && problem?.code === 'unauthorized'
  if (isStated(problem?.code, status) && !isGeneric) return null
  if (id === 'auth.login') {
    if (status === 401) return 'invalid_credentials'
    return (status === 400 || status === 422) && !problem ? 'invalid_credentials' : null
  }
  return status === 401 && sendsPassword ? 'password_wrong' : null
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
  // What sends the messages has failed, and not the upstream itself, which says so.
  if (problem?.code === 'code_not_sent') return 'refused'
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

/** A status of success, and a body that says otherwise. */
const isRefusal = ({ method }: Call, body: unknown): boolean =>
  verdictOf(body, method !== 'GET') === 'refused'

/** Whether nobody waits for what the call answers. */
const isDispensable = (output: z.ZodType): boolean => marksOf(output).fallback !== undefined

/** The status that such a refusal would have had. */
const refusedStatus = 422

/**
 * Whether a change is answered without what it made: by nothing, by `true`, by `{success: true}` or `{ok: true}`, by a word
 * of success such as `OK`, or by a name with nothing under it, as `{user: {}}`.
 */
function isAcknowledgement(
  { method }: Call,
  body: unknown,
  { text, dialect, own }: { text: string; dialect: Dialect; own: CallDialect },
): boolean {
  if (method === 'GET') return false
  if (text.trim() === '' || body === true) return true
  if (isTellingWord(dialect, body, text)) return true
  if (!isObject(body)) return false
  // A dialect that knows how success is told takes nothing else for it.
  const mayBeEmpty = dialect.acknowledges && !dialect.success
  return isMereSuccess(dialect, own, body) || (mayBeEmpty && isEmptyThing(body))
}

/** Whether a change is said to be made by a text alone, or by the one sentence of an object. */
function isTellingWord({ success }: Dialect, body: unknown, text: string): boolean {
  if (success) return false
  const said = isObject(body) && isSentence(body) ? sentenceIn(body) : typeof body === 'string' ? body : text
  return said !== undefined && isWordOfSuccess(said)
}

function isEmptyThing(body: Record<string, unknown>): boolean {
  const [thing, another] = Object.values(body)
  return another === undefined && isObject(thing) && Object.keys(thing).length === 0
}

/** Whether what was asked for is not there, by an upstream that says so with `null` in its place. */
function isNothing({ method, output }: Call, given: unknown): boolean {
  if (method !== 'GET') return false
  if (output instanceof z.ZodObject) return given === null && !('items' in output.shape)
  if (!(output instanceof z.ZodDiscriminatedUnion)) return given === null
  const content = output.def.discriminator === 'key' ? 'value' : 'data'
  // A setting without a field has no value: which fields it may do without is only known of one that is there.
  const isNone = (value: unknown) =>
    value === null || (content === 'value' && isObject(value) && Object.keys(value).length === 0)
  return isNone(given) || (isObject(given) && isNone(fieldOf(given, content)))
}

/** An answer that stands alone, in the frame that says which of several it is: the one that was asked for. */
function withFrame({ output, method }: Call, body: unknown, input: object): unknown {
  if (!(output instanceof z.ZodDiscriminatedUnion)) return body
  const { discriminator } = output.def
  const content = discriminator === 'key' ? 'value' : 'data'
  const isFramed = (one: unknown) =>
    isObject(one) && fieldOf(one, discriminator) !== undefined && fieldOf(one, content) !== undefined
  if (isFramed(body)) return body
  const requested: unknown = Object.entries(input).find(([name]) => name === discriminator)?.[1] ?? 'profile'
  const inner = isObject(body) ? wrappedIn(body, [content, String(requested)]) : body
  if (isFramed(inner)) return inner
  // A sentence is no thing of which everything is missing.
  if (isObject(inner) && (isSentence(inner) || (method !== 'GET' && hasSentence(inner))))
    return sentenceIn(inner)
  return { [discriminator]: requested, [content]: inner }
}

/** What stands in an object under one of these names, or a usual one of a wrapping; else the object itself. */
function wrappedIn(body: Record<string, unknown>, names: readonly string[]): unknown {
  const inner = [...names, ...envelopeNames].map((name) => fieldOf(body, name))
  return inner.find((one) => one !== undefined) ?? body
}

/** Seconds from `Retry-After`, which may also be a date. */
function retryAfterOf({ headers }: Incoming): { retryAfter?: number } {
  const value = [headers['retry-after']].flat()[0]
  if (!value) return {}
  if (/^\d{1,6}$/.test(value)) return { retryAfter: Number(value) }
  const at = Date.parse(value)
  return Number.isNaN(at) ? {} : { retryAfter: Math.max(0, Math.ceil((at - Date.now()) / 1000)) }
}
