import { z } from 'zod'

/**
 * Annotations of schemas for the tolerant reader. A schema describes what this repository's backend returns; other upstreams
 * may omit fields and use other notations. The annotations state which fields may be missing, what replaces them, and which
 * notation a value has.
 */

/** Kinds of values that have several notations, which `app/upstream/reader/values.server.ts` converts. */
export type Notation = 'id' | 'login' | 'amount' | 'percent' | 'currency' | 'time' | 'date' | 'word'

interface Marks {
  notation?: Notation
  /** The replacement of a field that is missing or can't be parsed. */
  fallback?: { value: unknown }
  /** Other names of the field. */
  names?: readonly string[]
  /** Converts other forms of an object to this one; an unknown form is returned as it is. */
  adapt?: (given: unknown) => unknown
}

const marks = z.registry<Marks>()

/** The annotations of a schema, including those of the schema that it was derived from. */
export const marksOf = (schema: z.core.$ZodType): Marks => marks.get(schema) ?? {}

function marked<S extends z.ZodType>(schema: S, more: Marks): S {
  const own = schema.clone()
  marks.add(own, { ...marksOf(schema), ...more })
  return own
}

/** Annotates the kind of a schema's value. */
export const inNotation = <S extends z.ZodType>(notation: Notation, schema: S): S =>
  marked(schema, { notation })

export interface IfGiven {
  readonly ifGiven: true
}

/**
 * An optional field: null if an upstream does not send it, or sends a value that can't be parsed.
 * @param names other names of the field
 */
export const ifGiven = <S extends z.ZodType>(schema: S, ...names: string[]): S & IfGiven =>
  marked(schema, { fallback: { value: null }, names }) as S & IfGiven

/** A field with a default for upstreams that do not send it. */
export const orElse = <S extends z.ZodType>(schema: S, value: z.output<S>, ...names: string[]): S =>
  marked(schema, { fallback: { value }, names })

/** A field with other names. */
export const alsoNamed = <S extends z.ZodType>(schema: S, ...names: string[]): S => marked(schema, { names })

/**
 * An object that some upstreams send in another form.
 * @param adapt converts a value of another form, or returns it unchanged
 */
export const adapted = <S extends z.ZodType>(schema: S, adapt: (given: unknown) => unknown): S =>
  marked(schema, { adapt })

/** A bare value that some upstreams send instead of an object: it is the value of each of these fields. */
export const shorthand = <S extends z.ZodType>(schema: S, ...names: string[]): S =>
  adapted(schema, (given) =>
    isFields(given) || Array.isArray(given) ? given : Object.fromEntries(names.map((name) => [name, given])),
  )

/** A plain JSON object. A number that keeps its digits is an instance of a class, and does not count. */
export const isFields = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype

/** The value of a schema, with every field, as this repository's backend returns it. */
export type Complete<S extends z.ZodType> = z.output<S>

/** The value of a schema as the tolerant reader returns it: optional fields may be null. */
export type Understood<S> = S extends IfGiven ? UnderstoodValue<S> | null : UnderstoodValue<S>

type UnderstoodValue<S> =
  S extends z.ZodNullable<infer Inner>
    ? Understood<Inner> | null
    : S extends z.ZodOptional<infer Inner>
      ? Understood<Inner> | undefined
      : S extends z.ZodArray<infer Item>
        ? Understood<Item>[]
        : S extends z.ZodRecord<infer Key, infer Value>
          ? Record<z.output<Key> & PropertyKey, Understood<Value>>
          : S extends z.ZodUnion<infer Options>
            ? Understood<Options[number]>
            : S extends z.ZodObject<infer Shape>
              ? UnderstoodObject<Shape>
              : S extends z.ZodType
                ? z.output<S>
                : never

type OptionalKey<Shape> = {
  [Key in keyof Shape]: Shape[Key] extends z.ZodOptional ? Key : never
}[keyof Shape]

type UnderstoodObject<Shape> = {
  -readonly [Key in Exclude<keyof Shape, OptionalKey<Shape>>]: Understood<Shape[Key]>
} & {
  -readonly [Key in OptionalKey<Shape>]?: Understood<Shape[Key]>
} & (Shape extends { items: z.ZodArray } ? LeftOut : unknown)

/** The number of rows of a list that could not be parsed and are not in `items`. */
export interface LeftOut {
  leftOut?: number
}
