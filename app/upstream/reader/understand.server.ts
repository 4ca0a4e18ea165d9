import { z } from 'zod'
import { marksOf } from '~/contract/reading'
import { fieldOf, isObject, lookupIn } from './json.server'
import { type ListRequest, type ListRule, listIn, pageOfList } from './list.server'
import { type ValueRule, convert } from './values.server'
import { envelopeNames } from './verdict.server'

/**
 * The tolerant reader: parses a response of any upstream by a schema of the contract. It looks up each value of the schema
 * and converts its notation; unknown fields are ignored. Invariants: the result fits the schema, except that optional fields
 * may be null; nothing is guessed; and each conversion or omission is recorded with its field, never with a value.
 */

export type Rule =
  | ValueRule
  | ListRule
  /** The value was under another name. */
  | 'name'
  /** The response was inside an envelope. */
  | 'envelope'
  /** A bare array instead of a list object. */
  | 'list'
  /** A bare value instead of an object. */
  | 'shorthand'
  /** A status of success came with a refusal. */
  | 'refusal'
  /** An error in another format than the contract's; the field is the name of its message. */
  | 'problem'
  /** An error that is a text or a page, and no object. */
  | 'problem_text'
  /** A change was acknowledged without its entry. */
  | 'acknowledged'
  /** An optional field is missing. */
  | 'missing'
  /** A value could not be parsed. */
  | 'unreadable'
  /** Sorting, a filter or a number of days was refused, and the request was repeated without it. */
  | 'refused_query'
  /** A change was answered with another status of success than the contract's. */
  | 'status'
  /** A call that is public in the contract was answered with a bearer only. */
  | 'bearer'
  /** A row of a list was dropped, because a required value could not be parsed. */
  | 'row_left_out'

export interface Deviation {
  /** The path of the field, without list indexes: `items.amount`; empty for the response itself. */
  field: string
  rule: Rule
}

/** Includes the list parameters of the request, for upstreams that don't echo or ignore them. */
export interface ReadingOptions extends ListRequest {
  /** The IANA time zone of times without one. */
  timeZone: string
  /** The zone of the days by which a list is filtered; that of times by default. */
  dayZone?: string
  /** Whether a response whose known fields are all null counts as empty. */
  isNullNothing?: boolean
}

export type Understanding =
  | { ok: true; value: unknown; deviations: Deviation[] }
  /** `deviations` has the reasons; `isEmpty` if the response has none of the schema's fields, which are all optional. */
  | { ok: false; deviations: Deviation[]; isEmpty: boolean }

/** @param raw the result of `readJson` */
export function understand(schema: z.ZodType, raw: unknown, options: ReadingOptions): Understanding {
  const reader = new Reader(options)
  const value = reader.answer(schema, raw)
  const { deviations } = reader
  if (value !== unreadable) return { ok: true, value, deviations }
  return { ok: false, deviations, isEmpty: reader.isEmpty }
}

/** The result for a change that was acknowledged without its entry: every optional field is null. */
export function understandAcknowledgement(schema: z.ZodType, options: ReadingOptions): Understanding {
  const reader = new Reader(options)
  const value = reader.nothing(schema)
  return value === unreadable
    ? { ok: false, deviations: reader.deviations, isEmpty: true }
    : { ok: true, value, deviations: [{ field: '', rule: 'acknowledged' }] }
}

const unreadable = Symbol('unreadable')
type Schema = z.core.$ZodType
type Shape = Record<string, Schema>

class Reader {
  deviations: Deviation[] = []
  /** Whether the response has none of the schema's fields, which are all optional. */
  isEmpty = false
  /** The number of dropped rows, by their list. */
  readonly #leftOut = new WeakMap<readonly unknown[], number>()
  readonly #options: ReadingOptions

  constructor(options: ReadingOptions) {
    this.#options = options
  }

  /** Parses the whole response. Envelopes are unwrapped if it can't be parsed as it is. */
  answer(schema: Schema, raw: unknown): unknown {
    const bare = withoutFallback(schema)
    const plain = this.#attempt(() => this.#value(bare, raw, ''))
    if (plain.value !== unreadable && !this.#isHollow(bare, raw)) return this.#keep(plain)
    const isOther = isObject(raw) && contradicts(bare, raw)
    for (const inner of isObject(raw) && !isOther ? unwrapped(raw) : []) {
      const read = this.#attempt(() => this.#value(bare, inner, ''))
      if (read.value === unreadable || this.#isHollow(bare, inner)) continue
      this.note('', 'envelope')
      return this.#keep(read)
    }
    const alone = isOther ? unreadable : this.#thingAlone(bare, raw)
    if (alone !== unreadable) return alone
    if (plain.value === unreadable) return this.#keep(plain)
    this.isEmpty = true
    return this.#unreadable('')
  }

  /** The result for an empty response. */
  nothing(schema: Schema): unknown {
    const { fallback } = marksOf(schema)
    return fallback ? fallback.value : this.#value(schema, schema instanceof z.ZodObject ? {} : undefined, '')
  }

  /** Whether the object has none of the schema's fields. */
  #isHollow(schema: Schema, raw: unknown): boolean {
    if (!(schema instanceof z.ZodObject) || !isObject(raw)) return false
    const shape = shapeOf(schema)
    if (isList(shape)) return false
    const names = Object.entries(shape).flatMap(([name, part]) => [name, ...(marksOf(part).names ?? [])])
    const lookup = lookupIn(raw)
    const isThere = (value: unknown) =>
      value !== undefined && !(this.#options.isNullNothing && value === null)
    return names.length > 0 && !names.some((name) => isThere(lookup(name)))
  }

  note(field: string, rule: Rule): void {
    this.deviations.push({ field, rule })
  }

  /** A bare entry instead of an object with the entry and others, such as the balance. */
  #thingAlone(schema: Schema, raw: unknown): unknown {
    if (!(schema instanceof z.ZodObject)) return unreadable
    for (const candidate of isObject(raw) ? [raw, ...unwrapped(raw)] : []) {
      for (const [name, part] of Object.entries(shapeOf(schema))) {
        if (!(withoutFallback(part) instanceof z.ZodObject)) continue
        const read = this.#attempt(() => this.#value(withoutFallback(part), candidate, name))
        if (read.value === unreadable || this.#isHollow(withoutFallback(part), candidate)) continue
        this.note('', 'envelope')
        return this.#value(schema, { [name]: candidate }, '')
      }
    }
    return unreadable
  }

  #attempt(read: () => unknown): { value: unknown; deviations: Deviation[] } {
    const before = this.deviations
    this.deviations = []
    const value = read()
    const { deviations } = this
    this.deviations = before
    return { value, deviations }
  }

  #keep({ value, deviations }: { value: unknown; deviations: Deviation[] }): unknown {
    for (const deviation of deviations) this.deviations.push(deviation)
    return value
  }

  /** A value, or its replacement if it is missing or can't be parsed. */
  #value(schema: Schema, raw: unknown, field: string): unknown {
    const { fallback } = marksOf(schema)
    const isAbsent = raw === undefined || raw === null
    if (fallback && isAbsent) {
      this.note(field, 'missing')
      return fallback.value
    }
    const value = this.#present(schema, raw, field)
    return value === unreadable && fallback ? fallback.value : value
  }

  #present(schema: Schema, raw: unknown, field: string): unknown {
    const isAbsent = raw === undefined || raw === null
    if (schema instanceof z.ZodNullable) {
      if (isAbsent) return null
      const value = this.#value(schema.unwrap(), raw, field)
      return value === unreadable ? null : value
    }
    if (schema instanceof z.ZodOptional) {
      if (isAbsent) return undefined
      const value = this.#value(schema.unwrap(), raw, field)
      return value === unreadable ? undefined : value
    }
    if (schema instanceof z.ZodObject) return this.#object(schema, raw, field)
    if (schema instanceof z.ZodArray) return this.#list(schema, raw, field)
    if (schema instanceof z.ZodRecord) return this.#record(schema, raw, field)
    if (schema instanceof z.ZodUnion) return this.#oneOf(schema.options, raw, field)
    return this.#single(schema, raw, field)
  }

  #object(schema: z.ZodObject, raw: unknown, field: string): unknown {
    const shape = shapeOf(schema)
    const given = this.#fieldsOf(shape, this.#adapted(schema, raw, field), field)
    if (!given) return this.#unreadable(field)
    const lookup = lookupIn(given)
    const value: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(shape)) {
      if (isList(shape) && 'page' in shape && (name === 'page' || name === 'limit')) continue
      const path = field ? `${field}.${name}` : name
      const read = this.#value(part, this.#named(given, lookup, part, { name, path }), path)
      if (read === unreadable) return unreadable
      if (read !== undefined) value[name] = read
    }
    if (isList(shape)) this.#paginate(value, 'page' in shape)
    return value
  }

  #adapted(schema: Schema, raw: unknown, field: string): unknown {
    const { adapt } = marksOf(schema)
    if (!adapt || raw === undefined || raw === null) return raw
    const given = adapt(raw)
    if (given !== raw) this.note(field, 'shorthand')
    return given
  }

  /** The fields of an object; null if it has none and all are optional. */
  #fieldsOf(shape: Shape, raw: unknown, field: string): Record<string, unknown> | null {
    if (isList(shape)) return this.#listFields(raw, field)
    if (isObject(raw)) return raw
    const mayAllBeMissing = Object.values(shape).every(mayBeMissing)
    return (raw === undefined || raw === null) && mayAllBeMissing ? {} : null
  }

  #named(
    given: Record<string, unknown>,
    lookup: (name: string) => unknown,
    schema: Schema,
    { name, path }: { name: string; path: string },
  ): unknown {
    const own = fieldOf(given, name)
    if (own !== undefined && own !== null) return own
    for (const other of [name, ...(marksOf(schema).names ?? [])]) {
      const value = lookup(other)
      if (value === undefined || value === null) continue
      this.note(path, 'name')
      return value
    }
    return own
  }

  /** The fields of a list object, with its rows as `items`. */
  #listFields(raw: unknown, field: string): Record<string, unknown> | null {
    if (raw === null && this.#options.isNullNothing) return null
    const found = listIn(raw)
    const isInPlace = isObject(raw) && Array.isArray(fieldOf(raw, 'items'))
    if (found && !isInPlace) this.note(field, 'list')
    return found && { ...found }
  }

  #paginate(value: Record<string, unknown>, isPaged: boolean): void {
    const items = value.items as unknown[]
    const leftOut = this.#leftOut.get(items) ?? 0
    if (leftOut > 0) value.leftOut = leftOut
    if (!isPaged) return
    const { rules, ...page } = pageOfList(
      { items, total: value.total, leftOut },
      this.#options,
      this.#options.dayZone ?? this.#options.timeZone,
    )
    for (const rule of rules) this.note('items', rule)
    Object.assign(value, page)
    // The upstream's sums include the rows that were dropped here.
    if (rules.includes('unfiltered') && 'summary' in value) value.summary = {}
  }

  #list(schema: z.ZodArray, raw: unknown, field: string): unknown {
    if (!Array.isArray(raw)) return this.#unreadable(field)
    const value: unknown[] = []
    let leftOut = 0
    for (const item of raw as unknown[]) {
      const read = this.#value(schema.element, item, field)
      if (read === unreadable) leftOut += 1
      else value.push(read)
    }
    if (leftOut > 0) {
      this.note(field, 'row_left_out')
      this.#leftOut.set(value, leftOut)
    }
    return value
  }

  #record(schema: z.ZodRecord, raw: unknown, field: string): unknown {
    if (!isObject(raw)) return this.#unreadable(field)
    const value: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(raw)) {
      const key = this.#value(schema.keyType, name, field)
      const read = this.#value(schema.valueType, part, field)
      if (key === unreadable || read === unreadable) this.note(field, 'row_left_out')
      else Object.defineProperty(value, key as string, { value: read, enumerable: true, writable: true })
    }
    return value
  }

  #oneOf(options: readonly Schema[], raw: unknown, field: string): unknown {
    for (const option of options) {
      const read = this.#attempt(() => this.#value(option, raw, field))
      if (read.value !== unreadable) return this.#keep(read)
    }
    return this.#unreadable(field)
  }

  /** A scalar value. */
  #single(schema: Schema, raw: unknown, field: string): unknown {
    const { value, rule } = convert(schema, this.#adapted(schema, raw, field), this.#options.timeZone)
    if (rule) this.note(field, rule)
    const read = z.safeParse(schema, value)
    if (read.success) return read.data
    // An unknown status is shown as unknown; any other unknown word is dropped.
    const mayBeUnknown = schema instanceof z.ZodEnum && schema.options.includes('unknown')
    const isAbsent = raw === undefined || raw === null
    this.note(field, mayBeUnknown && isAbsent ? 'missing' : 'unreadable')
    return mayBeUnknown ? 'unknown' : unreadable
  }

  #unreadable(field: string): typeof unreadable {
    this.note(field, 'unreadable')
    return unreadable
  }
}

const shapeOf = (schema: z.ZodObject): Shape => schema.shape

const isList = (shape: Shape): boolean => shape.items instanceof z.ZodArray

/** Whether a field with one allowed value has another: then the object is no envelope of the response. */
function contradicts(schema: Schema, raw: Record<string, unknown>): boolean {
  // An envelope may have a field of the same name as the discriminator.
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def
    return schema.options.some((option) => {
      const part = option instanceof z.ZodObject && shapeOf(option)[discriminator]
      return part && z.safeParse(part, fieldOf(raw, discriminator)).success
    })
  }
  if (!(schema instanceof z.ZodObject)) return false
  return Object.entries(shapeOf(schema)).some(([name, part]) => {
    const given = fieldOf(raw, name)
    return (
      part instanceof z.ZodLiteral &&
      typeof given === 'string' &&
      !z.safeParse(part, convert(part, given, 'UTC').value).success
    )
  })
}

const mayBeMissing = (schema: Schema): boolean =>
  marksOf(schema).fallback !== undefined || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional

/** The schema without `optional` and `nullable`. */
function withoutFallback(schema: Schema): Schema {
  const { parent } = schema._zod
  return marksOf(schema).fallback && parent ? withoutFallback(parent) : schema
}

/** The possible contents of an envelope: a field with a common name, or the only field that is an object or a list. */
function unwrapped(raw: Record<string, unknown>): unknown[] {
  const inner: unknown[] = Object.values(raw).filter((value) => isObject(value) || Array.isArray(value))
  const usual = envelopeNames.map((name) => fieldOf(raw, name)).filter((value) => inner.includes(value))
  return usual.length > 0 || inner.length !== 1 ? usual : inner
}
