import { parse } from '@conform-to/react'
import { isFieldName } from '~/session/field-names.server'

/** Unflattens field names for a form's default values: `wallets[0].address` becomes an entry of a list. */
export function nestedValues(fields: Record<string, string>): Record<string, unknown> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (isFieldName(name)) form.set(name, value)
  return parse(form, { resolve: () => ({ error: null }) }).payload
}
