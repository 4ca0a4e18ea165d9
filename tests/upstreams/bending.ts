import { z } from 'zod'
import { marksOf } from '~/contract/reading'
import { synonyms } from '~/upstream/reader/words.server'

/**
 * Values of the contract written as another server might write them. The schema gives the kind of each value,
 * so every notation that the reader supports is tried at every field of that kind, whatever the field is
 * called.
 */

export type Schema = z.core.$ZodType
/** Picks one of the given number of notations; 0 is the contract's own. */
export type Pick = (count: number) => number

/** Zones without daylight saving time: each local time is one moment. */
export const zones = { UTC: 0, 'Asia/Kolkata': 330, 'America/Phoenix': -420 } as const
export type Zone = keyof typeof zones

export const quoted = (value: unknown): string => JSON.stringify(value) ?? 'null'
const shifted = (iso: string, minutes: number) =>
  new Date(Date.parse(iso) + minutes * 60_000).toISOString().replace('Z', '')

/** Every notation of an amount that keeps its digits. */
export function amountTexts(digits: string): string[] {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  const all = (whole + decimals).replace(/^0+(?=\d)/, '')
  const exponent = all.length - 1 - decimals.length
  const rest = all.slice(1) ? `.${all.slice(1)}` : ''
  return [
    quoted(digits),
    digits,
    quoted(` ${digits} `),
    `${sign}${all}e-${decimals.length}`,
    quoted(`${sign}${all}E-${decimals.length}`),
    `${sign}${all[0]}${rest}e${exponent}`,
    quoted(`${sign}${all[0]}${rest}E${exponent < 0 ? '' : '+'}${exponent}`),
  ]
}

/** Smaller numbers would be seconds. */
const firstMilliseconds = 1e11

function timeTexts(iso: string, zone: Zone): string[] {
  const ms = Date.parse(iso)
  const local = shifted(iso, zones[zone])
  return [
    quoted(iso),
    quoted(iso.replace('Z', '417Z')),
    quoted(iso.replace('Z', '+00:00')),
    quoted(`${shifted(iso, 180)}+03:00`),
    quoted(`${shifted(iso, -570)}-0930`),
    quoted(local),
    quoted(local.replace('T', ' ')),
    ...(ms >= firstMilliseconds ? [String(ms), quoted(String(ms))] : []),
    ...(ms % 1000 === 0 && ms > 1e9 ? [String(ms / 1000), quoted(local.slice(0, 19).replace('T', ' '))] : []),
  ]
}

function dateTexts(day: string): string[] {
  const ms = Date.parse(day)
  const times = [`${day}T00:00:00Z`, `${day} 00:00:00`, `${day}T00:00:00+03:00`].map(quoted)
  return [quoted(day), ...times, ...(ms >= firstMilliseconds ? [String(ms)] : [])]
}

/** The synonyms that the reader knows for a word in this place, each in every case style. */
function wordTexts(word: string, known: readonly string[]): string[] {
  const meanIt = (synonyms[word] ?? []).filter(
    (one) => !known.includes(one) && known.find((other) => synonyms[other]?.includes(one)) === word,
  )
  const styled = (text: string) => {
    const parts = text.split('_')
    const humps = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
    // A single letter has no camel case.
    const isHumped = parts.every((part) => part.length > 1)
    return [text, text.toUpperCase(), parts.join(' '), parts.join('-'), ...(isHumped ? [humps] : [])]
  }
  return [word, ...meanIt].flatMap(styled).map(quoted)
}

function singleTexts(schema: Schema, value: unknown, zone: Zone): string[] {
  const { notation } = marksOf(schema)
  if (schema instanceof z.ZodNumber) return [quoted(value), quoted(String(value))]
  if (schema instanceof z.ZodBoolean) return [quoted(value), value ? '1' : '0', value ? '"Yes"' : '"no"']
  if (typeof value !== 'string' || value === 'unknown') return [quoted(value)]
  if (schema instanceof z.ZodEnum) return wordTexts(value, schema.options as string[])
  if (schema instanceof z.ZodLiteral) return [quoted(value), quoted(value.toLowerCase())]
  if (notation === 'amount') return amountTexts(value)
  if (notation === 'percent') return [...amountTexts(value), quoted(`${value}%`), quoted(`${value} %`)]
  if (notation === 'time') return timeTexts(value, zone)
  if (notation === 'date') return dateTexts(value)
  if (notation === 'currency') return [value, value.toLowerCase(), ` ${value} `].map(quoted)
  if (notation === 'id' && /^(0|[1-9]\d{0,29})$/.test(value)) return [quoted(value), value]
  return [quoted(value)]
}

/** Writes a value as JSON with the same meaning. */
export function bent(schema: Schema, value: unknown, pick: Pick, zone: Zone): string {
  if (value === null || value === undefined) return 'null'
  const deeper = (part: Schema, one: unknown) => bent(part, one, pick, zone)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return deeper(schema.unwrap(), value)
  if (schema instanceof z.ZodArray)
    return `[${(value as unknown[]).map((item) => deeper(schema.element, item)).join()}]`
  if (schema instanceof z.ZodRecord) {
    const entries = Object.entries(value).map(([name, one]) => {
      const key = pick(2) ? name.toLowerCase() : name
      return `${quoted(key)}:${deeper(schema.valueType, one)}`
    })
    return `{${entries.join()}}`
  }
  if (schema instanceof z.ZodUnion) {
    const matched = schema.options.find((option) => z.safeParse(option, value).success)
    return matched ? deeper(matched, value) : quoted(value)
  }
  if (schema instanceof z.ZodObject) return bentObject(schema, value as Record<string, unknown>, pick, zone)
  const texts = singleTexts(schema, value, zone)
  return texts[pick(texts.length)] ?? quoted(value)
}

function bentObject(schema: z.ZodObject, value: Record<string, unknown>, pick: Pick, zone: Zone): string {
  const { shape } = schema as { shape: Record<string, Schema> }
  const taken = new Set(Object.keys(shape))
  const entries = Object.entries(value).flatMap(([name, one]) => {
    const part = shape[name]
    if (!part) return [`${quoted(name)}:${quoted(one)}`]
    if (one === null && pick(2)) return []
    const others = (marksOf(part).names ?? []).filter((other) => !taken.has(other))
    const chosen = [name, ...others][pick(others.length + 1)] ?? name
    taken.add(chosen)
    return [`${quoted(chosen)}:${bent(part, one, pick, zone)}`]
  })
  return `{${[...entries, ...(pick(2) ? ['"somethingElse":[{"a":1}]'] : [])].join()}}`
}

/** A single value of an answer and its path: field names, and indexes in lists. */
export interface Leaf {
  path: (string | number)[]
  /** The path as the reader writes it: without indexes and without the keys of records. */
  field: string
  schema: Schema
}

export function leavesOf(schema: Schema, value: unknown, path: Leaf['path'] = [], field = ''): Leaf[] {
  if (value === null || value === undefined) return []
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return leavesOf(schema.unwrap(), value, path, field)
  if (schema instanceof z.ZodArray)
    return (value as unknown[]).flatMap((one, place) =>
      leavesOf(schema.element, one, [...path, place], field),
    )
  if (schema instanceof z.ZodRecord)
    return Object.entries(value).flatMap(([key, one]) =>
      leavesOf(schema.valueType, one, [...path, key], field),
    )
  if (schema instanceof z.ZodObject)
    return Object.entries(value).flatMap(([name, one]) => {
      const part = (schema.shape as Record<string, Schema>)[name]
      return part ? leavesOf(part, one, [...path, name], field ? `${field}.${name}` : name) : []
    })
  return [{ path, field, schema }]
}

const amounts = [
  '1,000.00',
  '1 000.5',
  "1'000",
  '1.000,5',
  '1,5',
  'NaN',
  'Infinity',
  'much',
  '',
  '0x1F',
  '1e999',
]
const times = [
  ...['yesterday', '2024-02-31T00:00:00Z', '2024-13-01T00:00:00Z', '2024-01-01T25:00:00Z'],
  ...['2024-01-01T10:61:00Z', '01/02/2024', '31.12.1990', '12:30', '20240101', ''],
]
const unreadable: Record<string, string[]> = {
  id: ['a/b', '..', 'a%2Fb', 'a\\b', '', ' '],
  login: ['a/b', '..', '', ' '],
  amount: [...amounts, '--1', '1.', '.5', '+5', '12 USDT'],
  percent: [...amounts, '%', '3,3 %', '3%%'],
  time: times,
  date: [...times, '1990-02-30'],
  currency: ['$', '', 'us dollars', '₿'],
}
const ofAnotherKind = ['true', '[]', '{}', '[1]', '{"a":1}']

/** Texts that the reader can't read as this value; none where any text is valid. */
export function unreadableTexts(schema: Schema): string[] {
  const { notation = '' } = marksOf(schema)
  if (schema instanceof z.ZodEnum) return [quoted('by the moon'), '5', ...ofAnotherKind]
  if (schema instanceof z.ZodNumber) return [quoted('many'), quoted('1,5'), ...ofAnotherKind]
  if (schema instanceof z.ZodBoolean) return [quoted('perhaps'), '7', '[]', '{}']
  const texts = (unreadable[notation] ?? []).filter((text) => !z.safeParse(schema, text).success)
  // A day may be before 1970.
  const numbers = notation === 'id' ? ['1.5', '-1'] : notation === 'time' ? ['-5', '0'] : []
  return texts.length ? [...texts.map(quoted), ...numbers, ...ofAnotherKind] : []
}

export const refused = Symbol('refused')

/**
 * What the reader returns when one value is unreadable: the rest of the answer, where it does not depend on
 * that value.
 */
export function without(schema: Schema, value: unknown, path: Leaf['path']): unknown {
  const left = withoutInner(schema, value, path)
  const { fallback } = marksOf(schema)
  return left === refused && fallback ? fallback.value : left
}

function withoutInner(schema: Schema, value: unknown, [step, ...rest]: Leaf['path']): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const left = without(schema.unwrap(), value, step === undefined ? [] : [step, ...rest])
    return left !== refused ? left : schema instanceof z.ZodNullable ? null : undefined
  }
  if (step === undefined)
    return schema instanceof z.ZodEnum && schema.options.includes('unknown') ? 'unknown' : refused
  if (schema instanceof z.ZodArray) {
    const rows = value as unknown[]
    const left = without(schema.element, rows[Number(step)], rest)
    return left === refused ? rows.toSpliced(Number(step), 1) : rows.with(Number(step), left)
  }
  const fields = value as Record<string, unknown>
  if (schema instanceof z.ZodRecord) {
    const left = without(schema.valueType, fields[step], rest)
    const { [step]: _lost, ...others } = fields
    return left === refused ? others : { ...fields, [step]: left }
  }
  const part = (schema as z.ZodObject).shape[step] as Schema
  const left = without(part, fields[step], rest)
  if (left === refused) return refused
  const isShorter = step === 'items' && (left as unknown[]).length < (fields[step] as unknown[]).length
  return { ...fields, [step]: left, ...(isShorter && { leftOut: 1 }) }
}
