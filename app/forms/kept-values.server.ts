import { parse } from '@conform-to/react'
import { isFieldName } from '~/session/field-names.server'

/** Fields by their names as a form takes them for its first values: `wallets[0].address` stands in its list. */
export function nestedValues(fields: Record<string, string>): Record<string, unknown> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (isFieldName(name)) form.set(name, value)
  return parse(form, { resolve: () => ({ error: null }) }).payload
}
