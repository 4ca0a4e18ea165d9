import { TZDate } from '@date-fns/tz'
import Big from 'big.js'
import { z } from 'zod'
import { type Notation, marksOf } from '~/contract/reading'
import { isNumber, plainJson } from './json.server'
import { synonyms } from './words.server'

/**
 * The notations in which other upstreams write scalar values. Each rule converts to the contract's notation; the result is
 * still validated by the contract's schema.
 */

/** The conversions of a value. */
export type ValueRule = 'number' | 'notation' | 'case' | 'synonym' | 'no_time_zone'

interface ReadValue {
  value: unknown
  rule?: ValueRule
}

type Rule = (raw: unknown, options: ValueOptions) => ReadValue | undefined

interface ValueOptions {
  /** The IANA time zone of times without one. */
  timeZone: string
  /** For an enum: the allowed values of the contract. */
  known?: readonly string[]
}

const text = (raw: unknown): string | undefined =>
  typeof raw === 'string' ? raw : isNumber(raw) ? raw.value : undefined

/** Ids are opaque strings: a number is converted to its digits. */
const id: Rule = (raw) => {
  if (isNumber(raw)) return /^\d{1,30}$/.test(raw.value) ? { value: raw.value, rule: 'number' } : undefined
  return typeof raw === 'string' ? { value: raw } : undefined
}

/** A decimal number, with or without an exponent. Grouping is rejected: `1,000` is ambiguous between locales. */
const written = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
/** Bounds the exponent: no amount has more digits than this. */
const maxExponent = 60

/** A decimal string, or a JSON number by its digits. No digit is lost or added. */
const amount: Rule = (raw) => {
  const digits = text(raw)?.trim()
  if (digits === undefined || !written.test(digits)) return undefined
  const rule = isNumber(raw) ? 'number' : digits === raw ? undefined : 'notation'
  const exponent = /[eE]([+-]?\d+)$/.exec(digits)?.[1]
  if (exponent === undefined) return { value: digits, rule }
  if (Math.abs(Number(exponent)) > maxExponent) return undefined
  return { value: new Big(digits).toFixed(), rule: rule ?? 'notation' }
}

/** The same, with or without a percent sign. */
const percent: Rule = (raw, options) => {
  if (typeof raw !== 'string' || !raw.trim().endsWith('%')) return amount(raw, options)
  const read = amount(raw.trim().slice(0, -1), options)
  return read && { ...read, rule: 'notation' }
}

const currency: Rule = (raw) => {
  if (typeof raw !== 'string') return undefined
  const value = raw.trim().toUpperCase()
  return { value, rule: value === raw ? undefined : 'case' }
}

/** The year 2100 in Unix seconds. Larger numbers are milliseconds: as such this one is in February 1970. */
const maxSeconds = 4_102_444_800

const written8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i

/** Parses any notation of a time to milliseconds since the epoch. */
function momentOf(raw: unknown, timeZone: string): (ReadValue & { value: number }) | undefined {
  const given = text(raw)?.trim()
  if (given === undefined) return undefined
  if (isNumber(raw) || /^-?\d{9,14}$/.test(given)) {
    const number = Number(given)
    if (Number.isNaN(number)) return undefined
    return { value: Math.abs(number) < maxSeconds ? number * 1000 : number, rule: 'number' }
  }
  const parts = written8601.exec(given)
  if (!parts) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = parts
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const local = [year, Number(month) - 1, day, hour, minute, second].map(Number) as [number, number]
  const atUtc = Date.UTC(...local, milliseconds)
  // `Date` would move a 31 February or an hour 25 to another day; here they are invalid.
  if (new Date(atUtc).toISOString().slice(0, 10) !== given.slice(0, 10) || Number(hour) > 23) return undefined
  if (Number(minute) > 59 || Number(second) > 59) return undefined
  if (zone === undefined) {
    const value = new TZDate(...local, milliseconds, timeZone).getTime()
    return { value, rule: 'no_time_zone' }
  }
  return { value: atUtc - offsetMs(zone), rule: 'notation' }
}

/** The largest time value of a `Date`. */
const maxMs = 8.64e15

function offsetMs(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Accepts ISO 8601 with any precision and offset, SQL style, and Unix time in seconds or milliseconds. */
const time: Rule = (raw, { timeZone }) => {
  const moment = momentOf(raw, timeZone)
  // Nothing in the product is older than the Unix epoch; 0 means that there is no time.
  if (!moment || moment.value > maxMs || (moment.rule === 'number' && moment.value <= 0)) return undefined
  const value = new Date(moment.value).toISOString()
  return { value, rule: value === raw ? undefined : moment.rule }
}

/** A calendar date, or the day of a time in the configured zone. */
const date: Rule = (raw, { timeZone }) => {
  if (typeof raw === 'string' && /^\d{4}-\d\d-\d\d$/.test(raw)) return { value: raw }
  const moment = momentOf(raw, timeZone)
  if (!moment || Math.abs(moment.value) > maxMs) return undefined
  // Midnight in the offset that it is written with is that day.
  const written = typeof raw === 'string' && /^(\d{4}-\d\d-\d\d)[T ]00:00/.exec(raw.trim())?.[1]
  if (written) return { value: written, rule: 'notation' }
  // Systems that only have times write a date as midnight UTC; any other time is taken in the zone.
  const day = new Date(moment.value).toISOString()
  const value = day.endsWith('T00:00:00.000Z') ? day : new TZDate(moment.value, timeZone).toISOString()
  return { value: value.slice(0, 10), rule: 'notation' }
}

/** Finds the contract's word for a text in any case and with any separators, or for a synonym. */
const word: Rule = (raw, { known = [] }) => {
  if (typeof raw !== 'string') return undefined
  if (known.includes(raw)) return { value: raw }
  const folded = foldWord(raw)
  if (known.includes(folded)) return { value: folded, rule: 'case' }
  const matched = known.find((one) => synonyms[one]?.includes(folded))
  return matched === undefined ? undefined : { value: matched, rule: 'synonym' }
}

/** Normalises `In progress`, `in-progress`, `IN_PROGRESS` and `InProgress` to `in_progress`. */
export const foldWord = (raw: string): string =>
  raw
    .slice(0, 100)
    .trim()
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[\s\-_./]+/g, '_')

const rules: Record<Notation, Rule> = { id, login: id, amount, percent, currency, time, date, word }

/**
 * Converts a scalar to the notation of its schema, which still has to validate it; undefined if it can't be converted.
 * @param timeZone the IANA time zone of times without one
 */
export function convert(schema: z.core.$ZodType, raw: unknown, timeZone: string): ReadValue {
  if (schema instanceof z.ZodLiteral) return literal(schema, raw)
  if (schema instanceof z.ZodEnum)
    return word(raw, { timeZone, known: schema.options as string[] }) ?? { value: undefined }
  const { notation } = marksOf(schema)
  if (notation) return rules[notation](raw, { timeZone }) ?? { value: undefined }
  if (schema instanceof z.ZodNumber) return count(raw)
  if (schema instanceof z.ZodBoolean) return yesOrNo(raw)
  if (schema instanceof z.ZodString && isNumber(raw)) return { value: raw.value, rule: 'number' }
  return { value: plainJson(raw) }
}

/** A literal of the schema is its own default. */
function literal({ values }: z.ZodLiteral, raw: unknown): ReadValue {
  const [only] = values
  const given = isNumber(raw) ? Number(raw.value) : raw
  if (values.size === 1 && (given === undefined || given === null)) return { value: only }
  const isSameWord =
    typeof given === 'string' && typeof only === 'string' && given.toUpperCase() === only.toUpperCase()
  return isSameWord && given !== only ? { value: only, rule: 'case' } : { value: given }
}

function count(raw: unknown): ReadValue {
  if (isNumber(raw)) return { value: Number(raw.value) }
  if (typeof raw !== 'string' || !/^-?\d+(\.\d+)?$/.test(raw)) return { value: raw }
  return { value: Number(raw), rule: 'notation' }
}

function yesOrNo(raw: unknown): ReadValue {
  const text = isNumber(raw) ? raw.value : typeof raw === 'string' ? raw.toLowerCase() : raw
  if (typeof text !== 'string') return { value: text }
  const matched = { true: true, '1': true, yes: true, false: false, '0': false, no: false }[text]
  return matched === undefined ? { value: undefined } : { value: matched, rule: 'notation' }
}
