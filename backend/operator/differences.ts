import { createHash } from 'node:crypto'
import { type AuditValues } from '../db/schema/operator'

/** What a decision changed, as the audit trail keeps it: the values that differ, by the path of their field. */

type Scalar = AuditValues[string]

/** Longer texts are kept as their beginning and a hash, by which the whole is known where it is found. */
const maxText = 500
/** More fields than a reader of the trail goes through. */
const maxFields = 600

export interface Differences {
  before: AuditValues | null
  after: AuditValues | null
}

/** The fields that differ; of a thing that is new or gone, all of them. */
export function differences(before: object | undefined, after: object | undefined): Differences {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const paths = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path))
  const shown = paths.slice(0, maxFields)
  const left = paths.length - shown.length
  const values = (fields: Map<string, Scalar>): AuditValues | null => {
    const kept = shown.flatMap((path) => (fields.has(path) ? [[path, shortened(fields.get(path)!)]] : []))
    if (kept.length === 0) return null
    return Object.fromEntries([...kept, ...(left > 0 ? [['…', left]] : [])]) as AuditValues
  }
  return { before: values(was), after: values(is) }
}

/** The leaves of a value by their paths, such as `payment.minUsd.btc`. */
function fieldsOf(value: object | undefined): Map<string, Scalar> {
  const fields = new Map<string, Scalar>()
  // As JSON has it: dates are texts, and what is undefined is not there.
  if (value !== undefined) collect(JSON.parse(JSON.stringify(value)), '', fields)
  return fields
}

function collect(value: unknown, path: string, fields: Map<string, Scalar>): void {
  if (typeof value !== 'object' || value === null) {
    fields.set(path, value as Scalar) // what JSON.parse returns is a scalar, an array or an object
    return
  }
  for (const [name, inner] of Object.entries(value))
    collect(inner, path === '' ? name : `${path}.${name}`, fields)
}

function shortened(value: Scalar): Scalar {
  if (typeof value !== 'string' || value.length <= maxText) return value
  const hash = createHash('sha256').update(value).digest('hex')
  return `${value.slice(0, maxText)}… (${value.length}, SHA-256 ${hash})`
}

/** One changed field; null: it was not there. */
interface Change {
  field: string
  before: string | null
  after: string | null
}

/** The recorded values as pairs, by field. */
export function changesOf(before: AuditValues | null, after: AuditValues | null): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return fields.map((field) => ({
    field,
    before: textOf(before?.[field]),
    after: textOf(after?.[field]),
  }))
}

const textOf = (value: Scalar | undefined): string | null =>
  value === undefined || value === null ? null : String(value)
