import { z } from 'zod'
import { type Call, isChange } from '~/contract/call'
import { errorStatus, type Problem, type ErrorCode } from '~/contract/errors'
import { marksOf } from '~/contract/reading'
import { type CallDialect, type Dialect, plainDialect } from './dialect/dialect.server'
import { isBareSuccess, statedSuccess, translateOutput, translateRefusal } from './dialect/translate.server'
import { UpstreamFailure, type FailureDetails, type FailureKind } from './failure.server'
import { fieldOf, isObject, lookupIn, readJson } from './reader/json.server'
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
 * Turns an HTTP response into the call's value or into a failure. A response is a success only if its status is 2xx and its
 * body parses as the call's output; for a change, a bare acknowledgement is enough. Everything else is one kind of a closed
 * list of failures. Invariant: a keyed call that was sent and got no response that can be trusted is `unknown`, neither a
 * failure nor a success.
 */

/** The call that a response belongs to, as failures name it. */
export interface UpstreamCall {
  id: string
  call: Call
  requestId: string
  /** Whether the body has the current password, so that a 401 may be about it. */
  sendsPassword?: boolean
  /** Whether it was sent with a bearer. Without one no session can have ended. */
  hasBearer?: boolean
}

/** The code for a call that is public in the contract and needs a bearer on this upstream. */
export const forBearersOnly = 'for_bearers_only'

/** The code for a response without any field of an output whose fields are all optional. */
export const emptyAnswer = 'empty_answer'

/** How a response is parsed: the request, the zone of times without one, and where deviations are counted. */
export interface AnswerOptions {
  timeZone: string
  /** The zone of the days by which a list is filtered; that of times by default. */
  dayZone?: string
  input: object
  dialect: Dialect
  own: CallDialect
  onDeviations?: (callId: string, deviations: readonly Deviation[]) => void
}

/** A body, parsed when it is needed. */
interface Body {
  text: string
  /** With JavaScript numbers; undefined if it is no JSON. */
  plain: () => unknown
  /** With numbers that keep their digits; undefined if it is no JSON. */
  exact: () => unknown
}

type Received = Pick<Incoming, 'status' | 'headers'> & { body: Body }

function received({ status, headers, body }: Incoming): Received {
  // A byte order mark is not part of JSON.
  const text = body.toString('utf8').replace(/^\uFEFF/, '')
  return { status, headers, body: { text, plain: () => parse(text), exact: () => readJson(text) } }
}

/** @returns the call's parsed output. @throws UpstreamFailure if the response is not a success */
export function read(call: UpstreamCall, answer: Incoming, options: AnswerOptions): unknown {
  return readReceived(call, received(answer), options)
}

interface KeptAnswer {
  status: number | null
  body: unknown
}

/**
 * The answer of a call as the upstream has kept it.
 * @param kept its status, that of the call's success if null, and parsed JSON, as the upstream had sent it
 * @throws UpstreamFailure if it is not the call's output; the refusal, if it is one
 */
export function readKept(call: UpstreamCall, { status, body }: KeptAnswer, options: AnswerOptions): unknown {
  const given = () => body
  const whole = { text: JSON.stringify(body) ?? '', plain: given, exact: given }
  return readReceived(
    call,
    { status: status ?? call.call.status, headers: waitIn(body), body: whole },
    options,
  )
}

/** Headers are not kept: how long to wait is also in the body of a refusal. */
function waitIn(body: unknown): Incoming['headers'] {
  const params = isObject(body) ? body['params'] : undefined
  const seconds = isObject(params) ? params['retryAfter'] : undefined
  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}

/** One part of an answer that has the answers of several calls. */
export type ReadPart = (name: string, call: UpstreamCall, options: AnswerOptions) => unknown

/**
 * The parts of an answer to `call`, which are the bodies of other calls by their names, in an envelope or without.
 * @returns reads one part as the answer of its own call: undefined if the part is missing or null
 * @throws UpstreamFailure if the response is not a success, or has no part; the returned function, if the part is not one
 */
export function readParts(
  call: UpstreamCall,
  answer: Incoming,
  options: AnswerOptions,
  names: readonly string[],
): ReadPart {
  const { status, headers, body } = received(answer)
  if (!isSuccess(status)) throw refusalOf(call, { status, headers, body }, options, status, body.exact())
  const holderOf = (whole: unknown) =>
    [whole, ...(isObject(whole) ? envelopeNames.map((name) => fieldOf(whole, name)) : [])]
      .filter(isObject)
      .map((fields) => lookupIn(fields))
      .find((lookup) => names.some((name) => isGiven(lookup(name))))
  const plain = holderOf(body.plain())
  if (!plain) throw untrusted(call, status, 'no known part')
  let exact: ReturnType<typeof holderOf>
  return (name, of, ofPart) => {
    const given = plain(name)
    if (!isGiven(given)) return undefined
    const part = { text: '', plain: () => given, exact: () => (exact ??= holderOf(body.exact()))?.(name) }
    return readReceived(of, { status: of.call.status, headers, body: part }, ofPart)
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The failure for a refusal. @param asIf the status that decides its kind */
function refusalOf(
  call: UpstreamCall,
  { headers, body: { text } }: Received,
  { dialect, own, onDeviations }: AnswerOptions,
  asIf: number,
  given: unknown,
): UpstreamFailure {
  const { body, translated } =
    dialect === plainDialect ? { body: given, translated: undefined } : translateRefusal(dialect, own, given)
  // A crash or a gateway's page is not a refusal.
  const deviation = asIf >= 400 && asIf < 500 && !translated ? problemDeviation(body, text) : null
  if (deviation) onDeviations?.(call.id, [deviation])
  // A dialect may map the upstream's error to a code, which then decides the status.
  return failed(call, translated ? errorStatus[translated] : asIf, body, { text, ...retryAfterOf(headers) })
}

function readReceived(call: UpstreamCall, answer: Received, options: AnswerOptions): unknown {
  const { status, headers, body: whole } = answer
  const { text } = whole
  const { dialect, own, input, timeZone, dayZone } = options
  const isPlain = dialect === plainDialect
  const refusal = (asIf: number, given: unknown) => refusalOf(call, answer, options, asIf, given)
  if (!isSuccess(status)) throw refusal(status, whole.exact())
  const strict = isPlain && readAsContract(call.call, whole.plain())
  const otherStatus: Deviation[] = status === call.call.status ? [] : [{ field: '', rule: 'status' }]
  if (strict) {
    if (otherStatus.length > 0) options.onDeviations?.(call.id, otherStatus)
    return strict.value
  }

  const body = whole.exact()
  // The body is not the upstream's JSON but, for example, a gateway's page.
  const isPacked = isSaidToBePacked(headers)
  const isWord = isChange(call.call) && !isPacked && isSuccessText(dialect, body, text)
  if (body === undefined && text.trim() !== '' && !isWord)
    throw untrusted(call, status, 'the body is not JSON')
  if (isRefusal(call.call, body) || statedSuccess(dialect, body) === false) {
    options.onDeviations?.(call.id, [{ field: '', rule: 'refusal' }])
    throw refusal(refusedStatus, body)
  }
  // Neither states the outcome of a change.
  if (isChange(call.call) && (body === null || (Array.isArray(body) && body.length === 0)))
    throw untrusted(call, status, 'null or an empty list')
  const reading = { timeZone, dayZone, ...listRequestOf(input) }
  const given = isPlain ? body : translateOutput(dialect, own, body)
  if (isNothing(call.call, given))
    throw failure(call, 'not_found', 404, { detail: `${status}, and nothing is there` })
  if (body === undefined && !isChange(call.call)) throw untrusted(call, status, 'empty body')
  const understanding = understood(call.call, { body, given, text, isPacked, input, dialect, own, reading })
  if (!understanding.ok && body === undefined) throw untrusted(call, status, 'empty body')
  const noted = understanding.ok ? otherStatus : []
  options.onDeviations?.(call.id, [...noted, ...understanding.deviations])
  if (understanding.ok) return understanding.value
  if (understanding.isEmpty && !isChange(call.call))
    throw failure(call, 'bad_upstream', 502, { code: emptyAnswer, detail: `${status}, and no known field` })
  // Field names and rules only: values are private.
  const broken = understanding.deviations.map(({ field, rule }) => `${field || '.'} ${rule}`)
  throw untrusted(call, status, `against the schema: ${[...new Set(broken)].slice(0, 5).join(', ')}`)
}

interface Given {
  /** The body as it was received, and after the dialect has translated it. */
  body: unknown
  given: unknown
  text: string
  isPacked: boolean
  input: object
  dialect: Dialect
  own: CallDialect
  reading: ReadingOptions
}

function understood(
  call: Call,
  { body, given, text, isPacked, input, dialect, own, reading }: Given,
): Understanding {
  const { output } = call
  // An answer that is wrong about its own bytes says nothing by itself: only an entry in it counts.
  if (!isPacked && isAcknowledgement(call, body, { text, dialect, own }))
    return understandAcknowledgement(output, reading)
  const isDone = !isPacked && (verdictOf(body, true) === 'done' || statedSuccess(dialect, body) === true)
  // Any object would do, a gateway's as well.
  const isAny = isChange(call) && hasNoEntry(output) && !isDone && isObject(given)
  const isSilent = isAny && (isPacked || !(isEmpty(given) || isThing(given, input)))
  if (isSilent && hasNoneOf(output, given, reading))
    return { ok: false, deviations: [{ field: '', rule: 'unreadable' }], isEmpty: true }
  const framed = withFrame(call, given, input)
  const understanding = understand(output, framed, {
    ...reading,
    // A change whose entry is present and null made nothing.
    isNullNothing: isChange(call),
  })
  // A setting, or personal data, without what says which it is.
  if (isObject(framed) && framed !== given) understanding.deviations.push({ field: '', rule: 'shorthand' })
  if (understanding.ok || !isChange(call)) return understanding
  // The change is made, even if its entry can't be parsed.
  const isBare = call.keyed
    ? isOptional(output) && isEmpty(body)
    : isOptional(output) || hasNoKnownField(output, given, reading)
  return isDone || (isBare && !isPacked && isObject(body) && !hasSentence(body))
    ? understandAcknowledgement(output, reading)
    : understanding
}

/** Whether the body has only unknown fields, which state as little as an empty body. */
function hasNoKnownField(output: z.ZodType, given: unknown, reading: ReadingOptions): boolean {
  const understanding = understand(output, given, reading)
  return !understanding.ok && understanding.isEmpty
}

/** Whether success has a body that only the upstream could give. */
export const saysSomething = ({ output }: Call): boolean => !hasNoField(output)

/** Whether the output is an object without fields. */
const hasNoField = (output: z.ZodType): boolean =>
  output instanceof z.ZodObject && Object.keys(output.shape).length === 0

/** Whether the output is success and values beside it that may be missing, such as how long to wait. */
const hasNoEntry = (output: z.ZodType): boolean =>
  output instanceof z.ZodObject &&
  Object.values<z.ZodType>(output.shape).every(
    (field) => marksOf(field).fallback && !(field instanceof z.ZodObject),
  )

const hasNoneOf = (output: z.ZodType, given: unknown, reading: ReadingOptions): boolean =>
  hasNoField(output) || hasNoKnownField(output, given, reading)

/** Whether the object, or the one in its envelope, is what was made: it has an id, or a value that was sent. */
function isThing(body: Record<string, unknown>, input: object): boolean {
  const sent = Object.entries(input)
  return [body, ...envelopeNames.map((name) => fieldOf(body, name))].filter(isObject).some((one) => {
    const lookup = lookupIn(one)
    const isSent = ([name, value]: [string, unknown]) => typeof value === 'string' && lookup(name) === value
    return isGiven(lookup('id')) || sent.some(isSent)
  })
}

/** The app asks for plain bytes: an answer of another encoding is wrong, and its body is not the one that was sent. */
const isSaidToBePacked = (headers: Incoming['headers']): boolean =>
  ![headers['content-encoding'] ?? ''].flat().every((encoding) => /^(identity)?$/i.test(encoding.trim()))

/** The fast path: the body is in the contract's own format, and needs no tolerant parsing. */
function readAsContract(call: Call, body: unknown): { value: unknown } | null {
  const { output } = call
  if (body === undefined || isRefusal(call, body)) return null
  // An output without fields accepts any object, so the body is examined for a refusal.
  if (hasNoField(output)) return null
  const read = output.safeParse(body)
  return read.success ? { value: read.data } : null
}

/** The failure of a call that got no response. */
export function unanswered(call: UpstreamCall, { reason, sent, message }: NoAnswer): UpstreamFailure {
  const detail = `${reason}: ${message}`
  if (!sent) return failure(call, 'unavailable', 503, { sent: false, detail })
  if (call.call.keyed) return failure(call, 'unknown', 504, { detail })
  if (reason === 'timeout') return failure(call, 'timeout', 504, { detail })
  return failure(call, reason === 'too_large' ? 'bad_upstream' : 'unavailable', 502, { detail })
}

/** The failure of a call that the dialect declares missing. */
export function notThere(call: UpstreamCall): UpstreamFailure {
  return failure(call, 'not_found', 404, { sent: false })
}

/** The failure of a call that can't be sent: a path parameter is unsafe, or its key is missing. */
export function notAskable(call: UpstreamCall, code: ErrorCode, detail: string): UpstreamFailure {
  return failure(call, 'refused', 400, { sent: false, code, detail })
}

/** The failure for a status and a body, of this response or of a recorded one (`outcomes`). */
export function failed(
  call: UpstreamCall,
  status: number,
  body: unknown,
  { text = '', retryAfter }: { text?: string; retryAfter?: number } = {},
): UpstreamFailure {
  const problem = readProblem(body, text)
  const content = problem ? 'words' : text.trim() === '' || isEmpty(body) ? 'nothing' : 'something else'
  const about = aboutPassword(call, status, problem)
  if (about) return failure(call, 'refused', errorStatus[about], { code: about, problem: { message: '' } })
  if (status === 401 && call.hasBearer === false && call.call.access === 'public')
    return failure(call, 'forbidden', 403, { code: forBearersOnly, content })
  const kind = kindOf(call, status, problem)
  if (kind === 'unknown' || kind === 'bad_upstream')
    return failure(call, kind, 502, { detail: `status ${status}` })
  return failure(call, kind, status, {
    code: problem?.code,
    problem: problem && { message: problem.message, params: problem.params, fields: problem.fields },
    content,
    retryAfter: kind === 'rate_limited' ? retryAfter : undefined,
  })
}

/**
 * The code for a wrong password, on upstreams that answer with a bare status. Sign-in fails with 401, or with 400 or 422 and
 * no readable message: an empty body, or a page. Elsewhere a 401 to a call with the current password is about that password,
 * unless its code says that the session has ended.
 */
function aboutPassword(
  { id, sendsPassword = false }: UpstreamCall,
  status: number,
  problem: Problem | undefined,
): 'invalid_credentials' | 'password_wrong' | null {
  // A sign-in has no session that could have ended.
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
  // A gateway's error or a crash may come after the upstream has committed. Only a 503 with a code of the contract
  // states that nothing was started.
  const isNothingBegun = status === 503 && isWord(problem?.code)
  if (call.keyed && !isStatedRefusal && !isNothingBegun && (status === 408 || status >= 500)) return 'unknown'
  if (status < 500) return 'refused'
  // The upstream reports that its message provider failed; the upstream itself works.
  if (problem?.code === 'code_not_sent') return 'refused'
  return isStatedRefusal ? 'refused' : 'unavailable'
}

/** Whether the code is the contract's and has the status that the contract gives it. */
function isStated(code: string | undefined, status: number): boolean {
  return isWord(code) && errorStatus[code] === status
}

function isWord(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorStatus, code)
}

/** The failure of an answer that is not what the contract describes. */
export function untrusted(call: UpstreamCall, status: number, detail: string): UpstreamFailure {
  return failure(call, call.call.keyed ? 'unknown' : 'bad_upstream', 502, {
    detail: `${status}, ${detail}`,
  })
}

function failure(
  { id, call, requestId }: UpstreamCall,
  kind: FailureKind,
  status: number,
  more: Partial<FailureDetails>,
): UpstreamFailure {
  return new UpstreamFailure({
    ...{ sent: true, isChange: isChange(call) },
    ...more,
    ...{ kind, call: id, requestId, status },
  })
}

const isEmpty = (body: unknown): boolean => isObject(body) && Object.keys(body).length === 0

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a body under a status of success states a refusal. */
const isRefusal = (call: Call, body: unknown): boolean => verdictOf(body, isChange(call)) === 'refused'

/** Whether all of the output is optional. */
const isOptional = (output: z.ZodType): boolean => marksOf(output).fallback !== undefined

/** The status that this refusal has in the contract. */
const refusedStatus = 422

/**
 * Whether a change is acknowledged without its entry: by an empty body, `true`, `{success: true}`, `{ok: true}`, a word
 * such as `OK`, or an empty object under a name, such as `{user: {}}`.
 */
function isAcknowledgement(
  call: Call,
  body: unknown,
  { text, dialect, own }: { text: string; dialect: Dialect; own: CallDialect },
): boolean {
  if (!isChange(call)) return false
  if (text.trim() === '' || body === true) return true
  if (isSuccessText(dialect, body, text)) return true
  if (!isObject(body)) return false
  // A dialect with a `success` rule accepts nothing else.
  const mayBeEmpty = dialect.acknowledges && !dialect.success
  return isBareSuccess(dialect, own, body) || (mayBeEmpty && isEmptyThing(body))
}

/** Whether the body is a text of success, or an object whose only field is one. */
function isSuccessText({ success }: Dialect, body: unknown, text: string): boolean {
  if (success) return false
  const sentence =
    isObject(body) && isSentence(body) ? sentenceIn(body) : typeof body === 'string' ? body : text
  return sentence !== undefined && isWordOfSuccess(sentence)
}

function isEmptyThing(body: Record<string, unknown>): boolean {
  const [thing, another] = Object.values(body)
  return another === undefined && isObject(thing) && Object.keys(thing).length === 0
}

/** Whether the upstream answers `null` for a thing that does not exist. */
function isNothing({ method, output }: Call, given: unknown): boolean {
  if (method !== 'GET') return false
  if (output instanceof z.ZodObject) return given === null && !('items' in output.shape)
  if (!(output instanceof z.ZodDiscriminatedUnion)) return given === null
  const content = output.def.discriminator === 'key' ? 'value' : 'data'
  // A setting without any of its fields does not exist: optional fields are those of one that does.
  const isNone = (value: unknown) =>
    value === null || (content === 'value' && isObject(value) && Object.keys(value).length === 0)
  return isNone(given) || (isObject(given) && isNone(fieldOf(given, content)))
}

/** Wraps a bare setting in `{key, value}` with the key that was requested. */
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
  // An error message is not an object whose fields are all missing.
  if (isObject(inner) && (isSentence(inner) || (method !== 'GET' && hasSentence(inner))))
    return sentenceIn(inner)
  return { [discriminator]: requested, [content]: inner }
}

/** Unwraps an envelope: the value under one of these names or a common one (`data`, `result`), else the object itself. */
function wrappedIn(body: Record<string, unknown>, names: readonly string[]): unknown {
  const inner = [...names, ...envelopeNames].map((name) => fieldOf(body, name))
  return inner.find((one) => one !== undefined) ?? body
}

/** Seconds of a `Retry-After` header, which may also be a date. */
function retryAfterOf(headers: Incoming['headers']): { retryAfter?: number } {
  const value = [headers['retry-after']].flat()[0]
  if (!value) return {}
  if (/^\d{1,6}$/.test(value)) return { retryAfter: Number(value) }
  const at = Date.parse(value)
  return Number.isNaN(at) ? {} : { retryAfter: Math.max(0, Math.ceil((at - Date.now()) / 1000)) }
}
