import { z } from 'zod'
import { type Notation, marksOf } from '~/contract/reading'
import { fieldOf, isNumber, isObject } from '~/upstream/reader/json.server'
import { understand } from '~/upstream/reader/understand.server'

/** The expected and the received type, in words. */

type Schema = z.core.$ZodType

const notations: Record<Notation, string> = {
  id: 'an id',
  login: 'a login',
  amount: 'a decimal string',
  percent: 'a decimal string in percent',
  currency: 'the code of a currency',
  time: 'a time of ISO 8601',
  date: 'a date of ISO 8601',
  word: 'a word',
}

/** A schema in words. */
export function expectedOf(schema: Schema): string {
  if (schema instanceof z.ZodNullable) return `${expectedOf(schema.unwrap())} or null`
  if (schema instanceof z.ZodOptional) return `${expectedOf(schema.unwrap())} or nothing`
  if (schema instanceof z.ZodEnum) return `one of ${schema.options.join(', ')}`
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(String).join(' or ')
  const { notation } = marksOf(schema)
  if (notation) return notations[notation]
  if (schema instanceof z.ZodObject) {
    const names = Object.keys(schema.shape)
    return names.length > 0 ? `an object with ${names.join(', ')}` : 'an object'
  }
  if (schema instanceof z.ZodArray) return 'a list'
  if (schema instanceof z.ZodRecord) return 'an object of names'
  if (schema instanceof z.ZodUnion) return (schema.options as Schema[]).map(expectedOf).join(', or ')
  if (schema instanceof z.ZodNumber) return 'a number'
  if (schema instanceof z.ZodBoolean) return 'true or false'
  return schema instanceof z.ZodURL ? 'an address' : 'text'
}

/** A schema without its nullable and optional wrappers. */
function bare(schema: Schema): Schema {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema
}

/** The schema of a field by the path of a deviation; undefined if there is none. */
export function schemaAt(schema: Schema, field: string): Schema | undefined {
  return field === '' ? schema : partAt(schema, field.split('.'))
}

function partAt(schema: Schema, names: readonly string[]): Schema | undefined {
  const [name, ...rest] = names
  if (name === undefined) return schema
  const inner = bare(schema)
  if (inner instanceof z.ZodArray) return partAt(inner.element, names)
  if (inner instanceof z.ZodRecord) return partAt(inner.valueType, names)
  if (inner instanceof z.ZodUnion)
    return (inner.options as Schema[]).map((option) => partAt(option, names)).find((part) => part)
  if (!(inner instanceof z.ZodObject)) return undefined
  const part = (inner.shape as Record<string, Schema>)[name]
  return part && partAt(part, rest)
}

/** The form of an object, by the field that names the form. */
export function optionOf(schema: Schema, body: unknown): z.ZodType | undefined {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || !isObject(body)) return undefined
  const { discriminator } = schema.def
  const value = fieldOf(body, discriminator)
  return (schema.options as z.ZodObject[]).find(
    ({ shape }) => (shape[discriminator] as z.ZodType).safeParse(value).success,
  )
}

/**
 * The field that an issue of a strict schema is about. Places in lists and names of records are left out: the latter are
 * the upstream's.
 */
export function fieldOfIssue(schema: Schema, path: readonly PropertyKey[]): string {
  const names: string[] = []
  let here: Schema | undefined = schema
  for (const step of path) {
    const inner: Schema | undefined = here && bare(here)
    if (inner instanceof z.ZodArray) here = inner.element
    else if (inner instanceof z.ZodRecord) here = inner.valueType
    else {
      names.push(String(step))
      here = inner && partAt(inner, [String(step)])
    }
  }
  return names.join('.')
}

/** The types of the unreadable values at a field. */
export function seenAt(schema: Schema, body: unknown, field: string): string {
  const part = schemaAt(schema, field)
  const names = field === '' ? [] : field.split('.')
  const holders = [body, ...(isObject(body) ? Object.values(body).filter(hasParts) : [])]
  const [outer = '', ...within] = names
  const inner = within.length > 0 ? schemaAt(schema, outer) : undefined
  const found = [
    ...holders.map((holder) => valuesAt(schema, holder, names)),
    // A changed thing that came alone.
    ...(inner ? holders.map((holder) => valuesAt(inner, holder, within)) : []),
  ].find((values) => values.some((value) => value !== undefined))
  const values = found ?? [undefined]
  const isUnreadable = (value: unknown): boolean => {
    if (!(part instanceof z.ZodType)) return true
    const read = understand(part, value, { timeZone: 'UTC' })
    return !read.ok || read.deviations.some(({ rule }) => rule === 'unreadable')
  }
  const unreadable = values.filter(isUnreadable)
  return [...new Set((unreadable.length > 0 ? unreadable : values).map(kindOf))].join(' or ')
}

const hasParts = (value: unknown) => isObject(value) || Array.isArray(value)

function valuesAt(schema: Schema, value: unknown, names: readonly string[]): unknown[] {
  const [name, ...rest] = names
  if (name === undefined) return [value]
  const inner = bare(schema)
  if (inner instanceof z.ZodRecord)
    return isObject(value)
      ? Object.values(value).flatMap((one) => valuesAt(inner.valueType, one, names))
      : [value]
  if (inner instanceof z.ZodArray)
    return Array.isArray(value) ? value.flatMap((one) => valuesAt(inner.element, one, names)) : [value]
  if (inner instanceof z.ZodUnion) {
    const option = (inner.options as Schema[]).find((one) => partAt(one, names))
    return option ? valuesAt(option, value, names) : [undefined]
  }
  if (!(inner instanceof z.ZodObject)) return [undefined]
  const part = (inner.shape as Record<string, Schema>)[name]
  if (!part) return [undefined]
  if (Array.isArray(value) && name === 'items') return valuesAt(part, value, rest)
  // A bare value in the place of an object is reported as it is.
  if (!isObject(value)) return [value]
  const given = [name, ...(marksOf(part).names ?? [])]
    .map((one) => fieldOf(value, one))
    .find((one) => one !== undefined)
  return given === undefined ? [undefined] : valuesAt(part, given, rest)
}

/** The kind of a JSON value, which does not reveal the value. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (isNumber(value) || typeof value === 'number') return 'a number'
  if (typeof value === 'boolean') return 'true or false'
  if (typeof value === 'string') return value === '' ? 'empty text' : 'other text'
  return 'an object'
}
