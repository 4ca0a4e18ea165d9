import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { errorsOf } from '~/contract/call-errors'
import { type ErrorCode, errorStatus } from '~/contract/errors'
import { type UpstreamCall, forBearersOnly, read } from '~/upstream/answer.server'
import { type CallDialect, type Dialect, plainDialect } from '~/upstream/dialect/dialect.server'
import { translateOutput } from '~/upstream/dialect/translate.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { plainJson, readJson } from '~/upstream/reader/json.server'
import { sentenceOf } from '~/upstream/reader/problem.server'
import { type Deviation, type Rule, understand } from '~/upstream/reader/understand.server'
import { type Incoming } from '~/upstream/transport.server'
import errorTexts from '../../locales/en/errors.json'
import refusalTexts from '../../locales/en/refusals.json'
import {
  type BentField,
  type Difference,
  type Finding,
  conforms,
  differs,
  missing,
  notTried,
  understood,
} from './findings'
import { expectedOf, fieldOfIssue, kindOf, optionOf, schemaAt, seenAt } from './schema'

/**
 * Compares an answer with the contract. It is read by the app's own reader, so what counts as understood here is what
 * the app understands.
 */

export interface JudgedCall extends UpstreamCall {
  input: object
  dialect: Dialect
  own: CallDialect
}

export interface Judged {
  finding: Finding
  /** The parsed value, if there is one. */
  value: unknown
  /** The contract's error code of a refusal, as the app reads it. */
  code?: string
  /** What a refusal carries for the next call, such as the challenge of a second factor. */
  params?: Readonly<Record<string, unknown>>
}

/** Statuses by which an upstream reports that it has no such call. */
const absentStatuses = [404, 405, 501]

export function judge(question: JudgedCall, answer: Incoming): Judged {
  const { call, dialect, own, input } = question
  const { status } = answer
  if (absentStatuses.includes(status)) return withoutValue(missing(`answered ${status}`, true))
  const text = answer.body.toString('utf8')
  const deviations: Deviation[] = []
  try {
    const value = read(question, answer, {
      ...{ timeZone: 'UTC', input, dialect, own },
      // The status is judged by itself.
      onDeviations: (_, noted) => void deviations.push(...noted.filter(({ rule }) => rule !== 'status')),
    })
    const given = bodyOf(question, text)
    return { finding: findingOf(call, status, given, strictlyRead(call, given, deviations)), value }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    // A refusal means that the upstream does not know the setting. The app treats it the same way.
    if (call === contract.settings.get && error.kind === 'refused')
      return withoutValue(missing('refused', true))
    if (status < 200 || status >= 300)
      return {
        ...withoutValue(refused(call, status, error, text)),
        ...{ code: error.code, params: error.problem?.params },
      }
    if (deviations.some(({ rule }) => !aboutRefusals.has(rule)))
      return withoutValue(
        differs(differencesOf(call, bodyOf(question, text), deviations), bentBy(deviations)),
      )
    if (error.kind === 'not_found') return withoutValue(missing('answered that there is none', true))
    const isRefusal = error.kind !== 'unknown' && error.kind !== 'bad_upstream'
    if (isRefusal && (call.method !== 'GET' || error.code === forBearersOnly))
      return { ...withoutValue(refused(call, error.status, error, text)), code: error.code }
    const seen = isRefusal ? 'a refusal' : kindOfBody(text)
    return withoutValue(differs([{ field: '', expected: expectedOf(call.output), seen }]))
  }
}

/** Rules about the form of a refusal. They are no differences of the output. */
const aboutRefusals: ReadonlySet<Rule> = new Set<Rule>(['refusal', 'problem', 'problem_text'])

const withoutValue = (finding: Finding): Judged => ({ finding, value: null })

/** The answer in the contract's words, before it is read. */
function bodyOf({ dialect, own }: JudgedCall, text: string): unknown {
  const body = readJson(text)
  return dialect === plainDialect ? body : translateOutput(dialect, own, body)
}

/** The deviations of a parsed answer; none if the strict schema accepts it. */
function strictlyRead({ output }: Call, given: unknown, deviations: readonly Deviation[]): Deviation[] {
  const strict = output.safeParse(plainJson(given))
  if (strict.success) return []
  const isFramed = deviations.some(({ rule }) =>
    ['envelope', 'list', 'shorthand', 'acknowledged'].includes(rule),
  )
  if (isFramed) return [...deviations]
  // A missing nullable field is read without a deviation.
  const others = strict.error.issues.flatMap(({ path }): Deviation[] => {
    const field = fieldOfIssue(output, path)
    const isNoted = deviations.some((one) => one.field === field || field.startsWith(`${one.field}.`))
    if (isNoted) return []
    return [{ field, rule: valueAt(given, path) === undefined ? 'missing' : 'notation' }]
  })
  return [...deviations, ...others]
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[step] : undefined,
    body,
  )
}

function findingOf(call: Call, status: number, given: unknown, deviations: readonly Deviation[]): Finding {
  const rules = bentBy(deviations)
  if (status !== call.status) rules.push({ field: '', rule: `status ${status}` })
  const differences = differencesOf(call, given, deviations)
  if (differences.length > 0) return differs(differences, rules)
  return rules.length > 0 ? understood(rules) : conforms
}

/** Whether the deviation loses data. */
const isLoss = ({ rule }: Deviation) => rule === 'unreadable' || rule === 'row_left_out'

function bentBy(deviations: readonly Deviation[]): BentField[] {
  const bent = deviations.filter((one) => !isLoss(one)).map(({ field, rule }) => ({ field, rule }))
  return [...new Map(bent.map((one) => [`${one.field} ${one.rule}`, one])).values()]
}

function differencesOf(call: Call, given: unknown, deviations: readonly Deviation[]): Difference[] {
  const { output, lost } = lostOf(call, given, deviations)
  // A dropped row is left out of the report if the field that caused it is listed, which is more precise.
  const fields = [...new Set(lost.map(({ field }) => field))].filter(
    (field) => !lost.some((other) => other.field !== field && isWithin(other.field, field)),
  )
  return fields.map((field) => {
    const schema = schemaAt(output, field)
    return {
      field,
      expected: schema ? expectedOf(schema) : 'what the contract has',
      seen: seenAt(output, given, field),
    }
  })
}

/** If an object has several forms, the field that selects the form leads to the error. */
function lostOf({ output }: Call, given: unknown, deviations: readonly Deviation[]) {
  const lost = deviations.filter(isLoss)
  const option = lost.some(({ field }) => field === '') ? optionOf(output, given) : undefined
  if (!option) return { output, lost }
  return { output: option, lost: understand(option, given, { timeZone: 'UTC' }).deviations.filter(isLoss) }
}

const isWithin = (field: string, outer: string) => outer === '' || field.startsWith(`${outer}.`)

/** Refusals that mean that the suite, or the upstream, is at fault. */
const faults: readonly ErrorCode[] = ['validation', 'unauthorized', 'internal', 'not_found']
/** With these statuses an upstream without error codes means that the change is not allowed now. */
const changeRefusals = [402, 403, 409, 429]
/** Texts of refusals that mean either invalid input or a change that is not allowed now. */
const fixedTexts = new Set(
  Object.values({ ...errorTexts.fallback, ...refusalTexts.fallback }).map(sentenceOf),
)

/**
 * Whether a refusal without a code of the contract says that a change is not allowed now. A 400 or 422 in other words is
 * most often about what was sent, and then no form of the app works there.
 */
function isNotAllowedNow(status: number, message: string | undefined): boolean {
  if (changeRefusals.includes(status)) return true
  return (status === 400 || status === 422) && message !== undefined && fixedTexts.has(sentenceOf(message))
}

function refused(call: Call, status: number, { code, problem }: UpstreamFailure, text: string): Finding {
  const stated = errorsOf(call).find((one) => one === code && errorStatus[one] === status)
  if (stated && !faults.includes(stated)) return notTried(`refused: ${stated}`)
  if (!stated && call.method !== 'GET' && isNotAllowedNow(status, problem?.message))
    return notTried(`refused with ${status}`)
  const body = kindOfBody(text)
  const seen = `${status}${stated ? ` ${stated}` : body === 'HTML' ? ' with HTML' : ''}`
  return differs([{ field: 'status', expected: String(call.status), seen }])
}

function kindOfBody(text: string): string {
  if (text.trim() === '') return 'nothing'
  if (/^\s*</.test(text)) return 'HTML'
  const body = readJson(text)
  return body === undefined ? 'no JSON' : kindOf(body)
}
