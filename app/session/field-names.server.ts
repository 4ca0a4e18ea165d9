import { z } from 'zod'

/**
 * Names of form fields are the sender's choice, and `wallets[0].address` becomes an entry of a list. So a name is
 * checked against fixed limits when the form is read, and against the form's schema before any object is made of it.
 */

export const fieldLimits = {
  fields: 200,
  nameChars: 64,
  /** Four times the longest text that a form takes: longer ones get an error at the field. */
  valueChars: 20_000,
  /** Of names within names: `wallets[0].address` has three. */
  depth: 5,
  index: 99,
} as const

/** Of the operators' forms in which the company writes its own texts, in both languages. */
export const longFieldLimits = { bytes: 1024 * 1024, fields: 800, valueChars: 200_000 } as const

/** The length of a list whose schema states no maximum. */
const defaultMaxItems = 50

const forbiddenWords = new Set(['__proto__', 'constructor', 'prototype'])

type PathSegment = string | number

/**
 * Splits a field's name into its segments: `wallets[0].address` is `['wallets', 0, 'address']`.
 * @returns null for a name that is no such path, or is beyond `fieldLimits`
 */
export function fieldPath(name: string): PathSegment[] | null {
  if (name.length > fieldLimits.nameChars || !/^[\w-]+(?:\.[\w-]+|\[\d{1,2}\])*$/.test(name)) return null
  const segments = [...name.matchAll(/[\w-]+|\[(\d+)\]/g)].map(([word, index]) =>
    index === undefined ? word : Number(index),
  )
  const isAllowed = segments.every((segment) =>
    typeof segment === 'number' ? segment <= fieldLimits.index : !forbiddenWords.has(segment),
  )
  return segments.length <= fieldLimits.depth && isAllowed ? segments : null
}

/** Whether a name is one that a field of any form may have. */
export const isFieldName = (name: string): boolean => fieldPath(name) !== null

/** Whether a form's schema declares a field of this name. */
export function declaresField(schema: z.core.$ZodType, name: string): boolean {
  const path = fieldPath(name)
  return path !== null && declaresPath(schema, path)
}

function declaresPath(schema: z.core.$ZodType, [segment, ...rest]: PathSegment[]): boolean {
  const inner = withoutWrappers(schema)
  if (inner instanceof z.ZodObject) {
    const shape = inner.shape as Record<string, z.core.$ZodType>
    if (typeof segment !== 'string' || !Object.hasOwn(shape, segment)) return false
    return declaresPath(shape[segment]!, rest) // an own property, as checked above
  }
  if (inner instanceof z.ZodArray)
    return typeof segment === 'number' && segment < maxItemsOf(inner) && declaresPath(inner.element, rest)
  return segment === undefined
}

/** The schema of the typed value: without defaults, fallbacks and transforms. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe)
    return withoutWrappers(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  return innerType ? withoutWrappers(innerType) : schema
}

/** How many entries the list of this name may have; 0 if the schema has no such list. */
export function maxItemsIn(schema: z.core.$ZodType, name: string): number {
  const inner = withoutWrappers(schema)
  if (!(inner instanceof z.ZodObject) || !Object.hasOwn(inner.shape, name)) return 0
  const list = withoutWrappers((inner.shape as Record<string, z.core.$ZodType>)[name]!) // an own property
  return list instanceof z.ZodArray ? maxItemsOf(list) : 0
}

function maxItemsOf(schema: z.ZodArray): number {
  const zodChecks = schema._zod.def.checks ?? []
  const [maximum = defaultMaxItems] = zodChecks.flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : [],
  )
  return maximum
}

/** The values of these fields are never sent back to a form. */
export const isPassword = (name: string): boolean => /password|stepUpCode|credential/i.test(name)

/** What may not outlive a request even under a seal: secrets, and the form's own machinery. */
export const isSecretField = (name: string): boolean =>
  isPassword(name) || /code|token|submission|^__/i.test(name)
