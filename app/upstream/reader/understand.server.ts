import { z } from 'zod'
import { marksOf } from '~/contract/reading'
import { fieldOf, isObject, lookupIn } from './json.server'
import { type ListRequest, type ListRule, listIn, pageOfList } from './list.server'
import { type ValueRule, convert } from './values.server'
import { envelopeNames } from './verdict.server'

/**
 * Reads an answer of any upstream as a schema of the contract means it. The schema leads: each of its values is looked for
 * and read by the rules of its notation, what it doesn't know is left aside. Invariants: what comes out fits the schema,
 * but for fields that may be missing and are null then; nothing is guessed that was not told; and each thing that had to
 * be bent or left out is noted with its field, never with a value.
 */

export type Rule =
  | ValueRule
  | ListRule
  /** The value stood under another name. */
  | 'name'
  /** The answer stood inside another object. */
  | 'envelope'
  /** A list without the frame of one. */
  | 'list'
  /** A bare value stood for an object. */
  | 'shorthand'
  /** A status of success came with a refusal. */
  | 'refusal'
  /** A refusal in another shape than the contract's; the field is the name that its words stand under. */
  | 'problem'
  /** A refusal that is a text or a page, and no object. */
  | 'problem_text'
  /** A change was answered without what it made. */
  | 'acknowledged'
  /** A field that may be missing is. */
  | 'missing'
  /** A value could not be read. */
  | 'unreadable'
  /** An order, a filter or a number of days was refused: what it was about was asked for without. */
  | 'refused_query'
  /** A row of a list was left out, since something that it needs could not be read. */
  | 'row_left_out'

export interface Deviation {
  /** Names of fields from the answer's top, without places in lists: `items.amount`; empty for the answer itself. */
  field: string
  rule: Rule
}

/** What of a list was asked for stands among them, for upstreams that don't repeat or don't heed it. */
export interface ReadingOptions extends ListRequest {
  /** The IANA zone of times that name none. */
  timeZone: string
  /** Whether an answer of which every known field is null says nothing at all. */
  isNullNothing?: boolean
}

export type Understanding =
  | { ok: true; value: unknown; deviations: Deviation[] }
  /** `deviations` name what stood in the way; `isEmpty` if the answer has none of the fields, all of which may be missing. */
  | { ok: false; deviations: Deviation[]; isEmpty: boolean }

/** @param raw as `readJson` gives it */
export function understand(schema: z.ZodType, raw: unknown, options: ReadingOptions): Understanding {
  const reader = new Reader(options)
  const value = reader.answer(schema, raw)
  const { deviations } = reader
  if (value !== unreadable) return { ok: true, value, deviations }
  return { ok: false, deviations, isEmpty: reader.isEmpty }
}

/** Of a change that was answered without what it made: all of that is missing, where it may be. */
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
  /** Nothing that was asked for is in the answer, though all of it may be missing. */
  isEmpty = false
  /** Rows that were left out, by the list that they are missing from. */
  readonly #leftOut = new WeakMap<readonly unknown[], number>()
  readonly #options: ReadingOptions

  constructor(options: ReadingOptions) {
    this.#options = options
  }

  /** The whole answer: what it is wrapped in is taken off where it can't be read as it is. */
  answer(schema: Schema, raw: unknown): unknown {
    const bare = withoutFallback(schema)
    const plain = this.#attempt(() => this.#value(bare, raw, ''))
    if (plain.value !== unreadable && !this.#isHollow(bare, raw)) return this.#keep(plain)
    for (const inner of isObject(raw) && !contradicts(bare, raw) ? unwrapped(raw) : []) {
      const read = this.#attempt(() => this.#value(bare, inner, ''))
      if (read.value === unreadable || this.#isHollow(bare, inner)) continue
      this.note('', 'envelope')
      return this.#keep(read)
    }
    const alone = this.#thingAlone(bare, raw)
    if (alone !== unreadable) return alone
    if (plain.value === unreadable) return this.#keep(plain)
    this.isEmpty = true
    return this.#unreadable('')
  }

  /** What stands for an answer that tells nothing. */
  nothing(schema: Schema): unknown {
    const { fallback } = marksOf(schema)
    return fallback ? fallback.value : this.#value(schema, schema instanceof z.ZodObject ? {} : undefined, '')
  }

  /** Whether nothing of an object is what the schema knows: every field of it would be missing. */
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

  /** A changed thing that stands for an object of several things. */
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

  /** A value, or what stands in its place where it is missing or can't be read. */
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

  /** The fields of an object, or none where all of them may be missing. */
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

  /** The fields of a list, its rows as `items` wherever they stand. */
  #listFields(raw: unknown, field: string): Record<string, unknown> | null {
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
      this.#options.timeZone,
    )
    for (const rule of rules) this.note('items', rule)
    Object.assign(value, page)
    // Sums are of what the upstream answered, and not of what is left of it.
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

  /** A value that has no parts. */
  #single(schema: Schema, raw: unknown, field: string): unknown {
    const { value, rule } = convert(schema, this.#adapted(schema, raw, field), this.#options.timeZone)
    if (rule) this.note(field, rule)
    const read = z.safeParse(schema, value)
    if (read.success) return read.data
    // A state that nobody knows is told as such; a fact that nobody knows is none.
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

/** Whether an object says of a field that can be one thing only that it is another: it is no wrapping of the answer. */
function contradicts(schema: Schema, raw: Record<string, unknown>): boolean {
  // The word that tells several answers apart may also be one of the wrapping's own.
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

/** The same schema, which must be there. */
function withoutFallback(schema: Schema): Schema {
  const { parent } = schema._zod
  return marksOf(schema).fallback && parent ? withoutFallback(parent) : schema
}

/** What an object may be the wrapping of: its field of a usual name, or the only one that is an object or a list. */
function unwrapped(raw: Record<string, unknown>): unknown[] {
  const inner: unknown[] = Object.values(raw).filter((value) => isObject(value) || Array.isArray(value))
  const usual = envelopeNames.map((name) => fieldOf(raw, name)).filter((value) => inner.includes(value))
  return usual.length > 0 || inner.length !== 1 ? usual : inner
}
