import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { errorsOf } from '~/contract/call-errors'
import { type ErrorCode, errorStatus } from '~/contract/errors'
import { type UpstreamCall, forBearersOnly, read } from '~/upstream/answer.server'
import { type CallDialect, type Dialect, plainDialect } from '~/upstream/dialect/dialect.server'
import { translateOutput } from '~/upstream/dialect/translate.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { plainJson, readJson } from '~/upstream/reader/json.server'
import { type Deviation, type Rule, understand } from '~/upstream/reader/understand.server'
import { type Incoming } from '~/upstream/transport.server'
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

export interface AskedCall extends UpstreamCall {
  input: object
  dialect: Dialect
  own: CallDialect
}

export interface Judged {
  finding: Finding
  /** What was read, where anything was. */
  value: unknown
  /** The contract's word for a refusal, as the app reads it. */
  code?: string
}

/** Statuses by which an upstream reports that it has no such call. */
const absentStatuses = [404, 405, 501]

export function judge(question: AskedCall, answer: Incoming): Judged {
  const { call, dialect, own, input } = question
  const { status } = answer
  if (absentStatuses.includes(status)) return told(missing(`answered ${status}`, true))
  const text = answer.body.toString('utf8')
  const deviations: Deviation[] = []
  try {
    const value = read(question, answer, {
      ...{ timeZone: 'UTC', input, dialect, own },
      onDeviations: (_, noted) => void deviations.push(...noted),
    })
    const given = bodyOf(question, text)
    return { finding: findingOf(call, status, given, strictlyRead(call, given, deviations)), value }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    // Who refuses the question does not know the setting: so the app takes it, too.
    if (call === contract.settings.get && error.kind === 'refused') return told(missing('refused', true))
    if (status < 200 || status >= 300)
      return { ...told(refused(call, status, error, text)), code: error.code }
    if (deviations.some(({ rule }) => !aboutRefusals.has(rule)))
      return told(differs(differencesOf(call, bodyOf(question, text), deviations), bentBy(deviations)))
    if (error.kind === 'not_found') return told(missing('answered that there is none', true))
    const isRefusal = error.kind !== 'unknown' && error.kind !== 'bad_upstream'
    if (isRefusal && (call.method !== 'GET' || error.code === forBearersOnly))
      return { ...told(refused(call, error.status, error, text)), code: error.code }
    const seen = isRefusal ? 'a refusal' : kindOfBody(text)
    return told(differs([{ field: '', expected: expectedOf(call.output), seen }]))
  }
}

/** How an answer refuses, and no difference of what it should have had. */
const aboutRefusals: ReadonlySet<Rule> = new Set<Rule>(['refusal', 'problem', 'problem_text'])

const told = (finding: Finding): Judged => ({ finding, value: null })

/** The answer in the contract's words, before it is read. */
function bodyOf({ dialect, own }: AskedCall, text: string): unknown {
  const body = readJson(text)
  return dialect === plainDialect ? body : translateOutput(dialect, own, body)
}

/** How an answer that was read is not as the contract has it: nothing where the strict schema takes it as it is. */
function strictlyRead({ output }: Call, given: unknown, deviations: readonly Deviation[]): Deviation[] {
  const strict = output.safeParse(plainJson(given))
  if (strict.success) return []
  const isFramed = deviations.some(({ rule }) =>
    ['envelope', 'list', 'shorthand', 'acknowledged'].includes(rule),
  )
  if (isFramed) return [...deviations]
  // What may be null is read where it is missing, without a word.
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

/** What is lost to a reader. */
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
const changeRefusals = [400, 402, 403, 409, 422, 429]

function refused(call: Call, status: number, { code }: UpstreamFailure, text: string): Finding {
  const stated = errorsOf(call).find((one) => one === code && errorStatus[one] === status)
  if (stated && !faults.includes(stated)) return notTried(`refused: ${stated}`)
  if (!stated && call.method !== 'GET' && changeRefusals.includes(status))
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
