import { z } from 'zod'

/**
 * What a reader of the contract can rely on. The backend here gives every field in one notation; another upstream may
 * leave out what it doesn't keep and write the rest in its own way. The schemas say both: their shape is what the
 * backend gives, the marks below say what a reader does where a value is missing and which notation is meant.
 */

/** Notations that can be written in more than one way; `app/upstream/reader/values.server.ts` reads each. */
export type Notation = 'id' | 'login' | 'amount' | 'percent' | 'currency' | 'time' | 'date' | 'word'

interface Marks {
  notation?: Notation
  /** The field may be missing, or unreadable: this stands in its place. */
  fallback?: { value: unknown }
  /** Other names that the field goes by. */
  names?: readonly string[]
  /** Other forms of an object, brought into this one. What it doesn't know comes back as it was. */
  adapt?: (given: unknown) => unknown
}

const marks = z.registry<Marks>()

/** The marks of a schema, those of the schema that it was made from included. */
export const marksOf = (schema: z.core.$ZodType): Marks => marks.get(schema) ?? {}

function marked<S extends z.ZodType>(schema: S, more: Marks): S {
  const own = schema.clone()
  marks.add(own, { ...marksOf(schema), ...more })
  return own
}

/** Says which notation a schema's value is in. */
export const inNotation = <S extends z.ZodType>(notation: Notation, schema: S): S =>
  marked(schema, { notation })

export interface IfGiven {
  readonly ifGiven: true
}

/**
 * A field that its reader does without: null where an upstream doesn't give it, or gives what can't be read.
 * @param names other names that it goes by
 */
export const ifGiven = <S extends z.ZodType>(schema: S, ...names: string[]): S & IfGiven =>
  marked(schema, { fallback: { value: null }, names }) as S & IfGiven

/** A field in whose place something else stands where an upstream doesn't give it. */
export const orElse = <S extends z.ZodType>(schema: S, value: z.output<S>, ...names: string[]): S =>
  marked(schema, { fallback: { value }, names })

/** A field that goes by other names, too. */
export const alsoNamed = <S extends z.ZodType>(schema: S, ...names: string[]): S => marked(schema, { names })

/**
 * An object that may be written in another form.
 * @param adapt given what is no object of this form, or lacks fields; gives one, or what it was given
 */
export const adapted = <S extends z.ZodType>(schema: S, adapt: (given: unknown) => unknown): S =>
  marked(schema, { adapt })

/** A bare value that stands for an object: it is each of these fields of it. */
export const shorthand = <S extends z.ZodType>(schema: S, ...names: string[]): S =>
  adapted(schema, (given) =>
    isFields(given) || Array.isArray(given) ? given : Object.fromEntries(names.map((name) => [name, given])),
  )

/** A JSON object. A number that keeps its digits is one of a class, and none of these. */
export const isFields = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype

/** The value of a schema as the backend here gives it: whole. */
export type Complete<S extends z.ZodType> = z.output<S>

/** The value of a schema as it is read from any upstream: null where a field is marked as one to do without. */
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

/** Of a list: how many of its rows could not be read and are not among the items. */
export interface LeftOut {
  leftOut?: number
}
