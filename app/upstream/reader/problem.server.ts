import { type ErrorCode, type FieldProblem, Problem, errorStatus } from '~/contract/errors'
import { fieldOf, isNumber, isObject, plainJson } from './json.server'
import { type Deviation } from './understand.server'

/**
 * Parses the error of a refused call in any of the usual formats: `{message}`, `{error}`, `{error: {message}}`,
 * `{errors: {field: […]}}`, `{errors: [{field, message}]}`, `{detail}`, a problem document (RFC 9457), or a line of text.
 * HTML comes from a gateway and is ignored.
 */

/** A longer text is no message for users. */
const maxTextLength = 300

/** @param body the result of `readJson`, undefined if the body is no JSON. @param text the body as received */
export function readProblem(body: unknown, text: string): Problem | undefined {
  const whole = Problem.safeParse(plainJson(body))
  // The fields may be in `errors`, next to the message.
  if (whole.success && !(isObject(body) && fieldOf(body, 'errors'))) return withCode(whole.data)
  if (typeof body === 'string') return fromText(body)
  if (Array.isArray(body)) return fromText(lineOf(body))
  if (!isObject(body)) return fromText(text)
  const error = fieldOf(body, 'error')
  const source = isObject(error) ? { ...body, ...error } : body
  const fields = fieldsIn(fieldLists.map((name) => fieldOf(source, name)).find(isFieldList))
  const [firstField] = Object.values(fields)
  const message =
    lineOf(fieldOf(source, 'message')) ??
    lineOf(fieldOf(source, 'detail')) ??
    lineOf(fieldOf(source, 'error_description')) ??
    lineOf(error) ??
    lineOf(fieldOf(source, 'msg')) ??
    lineOf(fieldOf(source, 'errors')) ??
    lineOf(fieldOf(source, 'title')) ??
    firstField?.message
  const code = lineOf(fieldOf(source, 'code'))
  if (message === undefined && code === undefined) return undefined
  return withCode({
    message: message ?? '',
    ...(code !== undefined && code.length <= 64 && { code }),
    ...(firstField && { fields }),
  })
}

/** The deviation of an error's format from the contract's; null if there is none. */
export function problemDeviation(body: unknown, text: string): Deviation | null {
  if (body === undefined)
    return text.trim() === '' ? { field: '', rule: 'missing' } : { field: '', rule: 'problem_text' }
  if (!isObject(body)) return { field: '', rule: typeof body === 'string' ? 'problem_text' : 'problem' }
  const isContracts = Problem.safeParse(plainJson(body)).success && !fieldOf(body, 'errors')
  if (isContracts) return fieldOf(body, 'code') === undefined ? { field: 'code', rule: 'missing' } : null
  const field = shapeNames.find((name) => fieldOf(body, name) !== undefined) ?? ''
  return { field, rule: 'problem' }
}

/** The names under which errors have their message, the most specific first. */
const shapeNames = [
  'errors',
  'error',
  'detail',
  'error_description',
  'violations',
  'message',
  'msg',
  'title',
  'code',
]

/** The names under which errors list their fields. */
const fieldLists = ['errors', 'fields', 'invalid-params', 'invalidParams', 'violations', 'detail']

const isFieldList = (value: unknown): boolean => isObject(value) || Array.isArray(value)

/** The codes of the product's fixed error texts, for upstreams without codes. */
const codeOfSentence: Readonly<Record<string, ErrorCode>> = {
  'incorrect login or password': 'invalid_credentials',
  'retry the request in a few minutes': 'too_many_requests',
  'error sending code': 'code_not_sent',
  'this number is already registered': 'phone_taken',
  'this email is already registered': 'email_taken',
  'this login has already been registered': 'login_taken',
  'session time expired': 'unauthorized',
  'your password is too simple': 'password_too_simple',
}

/**
 * A message in lower case and without its final punctuation, to compare it with the fixed texts, which are shorter than
 * this.
 */
export const sentenceOf = (message: string): string =>
  message
    .slice(0, maxTextLength)
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')

function withCode(problem: Problem): Problem {
  if (problem.code !== undefined && Object.hasOwn(errorStatus, problem.code)) return problem
  const sentence = sentenceOf(problem.message)
  const code = Object.hasOwn(codeOfSentence, sentence) ? codeOfSentence[sentence] : undefined
  return code ? { ...problem, code } : problem
}

function fromText(text: string | undefined): Problem | undefined {
  const line = text?.trim()
  if (!line || line.length > maxTextLength || /^\s*[<{[]/.test(line)) return undefined
  return withCode({ message: line })
}

/** One sentence: a text, or the first one of a list. */
function lineOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(lineOf).find((line) => line !== undefined)
  if (isObject(value)) return textNames.map((name) => lineOf(fieldOf(value, name))).find(Boolean)
  if (isNumber(value)) return value.value
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

const textNames = ['message', 'detail', 'msg', 'reason', 'description', 'error']

/** Errors of fields, as `{field: text}`, `{field: [text]}` or `[{field, message}]`. */
function fieldsIn(errors: unknown): Record<string, FieldProblem> {
  const pairs: [unknown, unknown][] = Array.isArray(errors)
    ? errors.filter(isObject).map((one) => [placeIn(one), one])
    : isObject(errors)
      ? Object.entries(errors)
      : []
  return Object.fromEntries(
    pairs.flatMap(([place, value]): [string, FieldProblem][] => {
      const message = lineOf(value)
      const name = nameOf(place)
      if (message === undefined || name === undefined) return []
      const { code = 'other' } = withCode({ message })
      return [[name, { code, message }]]
    }),
  )
}

const placeNames = ['field', 'path', 'name', 'param', 'parameter', 'property', 'pointer', 'loc']

/** The name of the field in an entry of a list of errors. */
const placeIn = (one: Record<string, unknown>): unknown =>
  placeNames.map((name) => fieldOf(one, name)).find((place) => place !== undefined)

/**
 * The contract's name of a field. A location may be a JSON pointer (RFC 6901) or a list of path segments, the first of which
 * may be `body`.
 */
function nameOf(place: unknown): string | undefined {
  const isPointer = typeof place === 'string' && /^#?\//.test(place)
  const steps = isPointer ? place.replace(/^#?\//, '').split('/') : [place].flat()
  const texts = steps
    .map((step) => (isNumber(step) ? step.value : step))
    .filter((step) => typeof step === 'string')
  const path = texts
    .slice(texts.length > 1 && ['body', 'data', 'query'].includes(texts[0] ?? '') ? 1 : 0)
    .join('.')
  if (!/^[\w.[\]-]{1,64}$/.test(path)) return undefined
  const humps = path.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())
  return humps.charAt(0).toLowerCase() + humps.slice(1)
}
