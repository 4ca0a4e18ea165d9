import { fieldOf, isNumber, isObject } from './json.server'
import { sentenceOf } from './problem.server'

/**
 * Decides whether the body of a 2xx response states a success or a refusal. Many upstreams answer everything with 200 and
 * put the outcome into the body, beside the entry or instead of it.
 */

/** Common names of envelopes. */
export const envelopeNames = ['data', 'result', 'payload', 'response', 'content']

/**
 * @param body JSON, whether its numbers keep their digits or not
 * @param isChange whether the call changes something: only then is a `status` or `code` the outcome, since a requested entry
 * has a status of its own
 * @returns null if the body states neither
 */
export function verdictOf(body: unknown, isChange: boolean): 'done' | 'refused' | null {
  if (!isObject(body)) return null
  const own = ownVerdict(body, isChange)
  if (own !== null) return own
  const inner = envelopeNames.map((name) => fieldOf(body, name)).find(isObject)
  return inner ? ownVerdict(inner, isChange) : null
}

/** The message in the body or its envelope. Alone it may be an error as well as a confirmation. */
export function sentenceIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined
  const holders = [body, ...envelopeNames.map((name) => fieldOf(body, name)).filter(isObject)]
  const texts = holders.flatMap((holder) => sentenceNames.map((name) => fieldOf(holder, name)))
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '')
}

export const hasSentence = (body: unknown): boolean => sentenceIn(body) !== undefined

/** Whether the body is a message and nothing else. */
export function isSentence(body: Record<string, unknown>): boolean {
  const names = Object.keys(body)
  return names.length > 0 && names.every((name) => sentenceNames.includes(name))
}

/**
 * Whether a text is one of the usual words of success, or one of the product's own confirmations. Any other text may be an
 * error.
 */
export const isWordOfSuccess = (text: string): boolean => wordsOfSuccess.has(sentenceOf(text))

const wordsOfSuccess: ReadonlySet<string> = new Set([
  ...['ok', 'okay', 'success', 'successful', 'successfully', 'done', 'completed', 'accepted'],
  ...['saved', 'updated', 'changed', 'created', 'sent'],
  ...[
    'ок',
    'успех',
    'успешно',
    'готово',
    'выполнено',
    'принято',
    'сохранено',
    'обновлено',
    'изменено',
    'создано',
  ],
  ...[
    'login successful',
    'registration successful',
    'verification successful',
    'request sent',
    'data updated',
  ],
  ...['password updated', 'deposit created', 'deposit closed', 'subscription activated'],
  'topped up successfully',
])

const sentenceNames = ['message', 'msg', 'detail', 'title', 'reason']
const successNames = ['ok', 'success', 'succeeded']

function ownVerdict(body: Record<string, unknown>, isChange: boolean): 'done' | 'refused' | null {
  const stated = successNames.map((name) => truthOf(fieldOf(body, name)))
  if (stated.includes(false) || isGiven(fieldOf(body, 'error')) || isGiven(fieldOf(body, 'errors')))
    return 'refused'
  if (stated.includes(true)) return 'done'
  return isChange ? (verdictOfStatus(body) ?? verdictOfCode(body)) : null
}

const failures: ReadonlySet<unknown> = new Set(['error', 'fail', 'failed', 'failure', false])
const successes: ReadonlySet<unknown> = new Set(['ok', 'success', 'successful', 'done', true])

function verdictOfStatus(body: Record<string, unknown>): 'done' | 'refused' | null {
  const status = fieldOf(body, 'status')
  const word = typeof status === 'string' ? status.toLowerCase() : status
  if (failures.has(word)) return 'refused'
  if (successes.has(word)) return 'done'
  // A problem document repeats its HTTP status.
  const number = isOutcomeAlone(body) ? numberIn(status) : null
  return number !== null && number >= 400 && number < 600 ? 'refused' : null
}

/** A numeric code: 0 or a 2xx status means that there is no error. */
function verdictOfCode(body: Record<string, unknown>): 'done' | 'refused' | null {
  const number = isOutcomeAlone(body) ? numberIn(fieldOf(body, 'code')) : null
  if (number === null) return null
  return number === 0 || (number >= 200 && number < 300) ? 'done' : 'refused'
}

/** Fields that an entry may have, too: a code and a title are an outcome only if there is nothing else. */
const outcomeNames: ReadonlySet<string> = new Set([
  ...sentenceNames,
  ...['status', 'code', 'type', 'instance', 'path', 'timestamp', 'requestId', 'traceId'],
])

const isOutcomeAlone = (body: Record<string, unknown>): boolean =>
  hasSentence(body) &&
  Object.entries(body).every(([name, value]) => outcomeNames.has(name) || value === null || isObject(value))

/** `true`, `1` and `"yes"`, or their opposites; undefined for anything else. */
function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = numberIn(value) ?? (typeof value === 'string' ? value.toLowerCase() : '')
  return { true: true, '1': true, yes: true, false: false, '0': false, no: false }[word]
}

const numberIn = (value: unknown): number | null =>
  isNumber(value) ? Number(value.value) : typeof value === 'number' ? value : null

/** Whether a field of errors is not empty: `null`, `false`, 0, an empty text or an empty list mean no errors. */
function isGiven(value: unknown): boolean {
  if (isNumber(value)) return Number(value.value) !== 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}
