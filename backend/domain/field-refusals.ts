import { type FieldProblem } from '~/contract/errors'
import { Refusal } from './refusal'
import { hasText } from './texts'

/** The errors of a schema in the contract's codes: one for each field, the field's own if it has one. */

interface SchemaIssue {
  keyword?: string
  /** `/wallets/0/address` */
  instancePath?: string
  message?: string
}

/** Only this many fields are reported. No form has more. */
const maxFields = 100

/** The first problem of each field, by its name, up to `maxFields`; a nested one is `wallets.0.address`. */
export function fieldRefusals(issues: readonly SchemaIssue[]): Record<string, Omit<FieldProblem, 'message'>> {
  const fields = new Map<string, Omit<FieldProblem, 'message'>>()
  for (const issue of issues) {
    if (fields.size === maxFields) break
    const path = (issue.instancePath ?? '').split('/').filter(Boolean)
    const name = path.join('.')
    // An issue of the whole body belongs to no field.
    if (name !== '' && !fields.has(name)) fields.set(name, { code: wordFor(path.at(-1)!, issue) }) // non-empty by the check
  }
  return Object.fromEntries(fields)
}

/** All of them as one refusal. */
export function validationOf(issues: readonly SchemaIssue[]): Refusal {
  return new Refusal('validation', { fields: fieldRefusals(issues) })
}

function wordFor(field: string, issue: SchemaIssue): string {
  if (issue.keyword === 'too_big') return 'too_long'
  const missing = issue.keyword === 'too_small' || issue.message?.endsWith('received undefined')
  const kind = missing ? 'required' : 'invalid'
  return hasText(`${field}_${kind}`) ? `${field}_${kind}` : kind
}
