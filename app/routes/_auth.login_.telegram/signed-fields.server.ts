import { type z } from 'zod'
import { auth } from '~/contract/auth'

/** What the widget has signed, or null where the address holds nothing that it could have. */
export function signedFieldsOf(search: URLSearchParams): z.output<typeof auth.telegram.body> | null {
  return auth.telegram.body.safeParse(Object.fromEntries(search)).data ?? null
}
