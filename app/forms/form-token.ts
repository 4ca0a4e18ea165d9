import { useMatches } from '@remix-run/react'

/** The token that the nearest layout's loader gave for the forms of this session. */
export function useFormToken(): string | undefined {
  const matches = useMatches()
  for (const { data } of [...matches].reverse()) {
    if (
      typeof data === 'object' &&
      data !== null &&
      'formToken' in data &&
      typeof data.formToken === 'string'
    ) {
      return data.formToken
    }
  }
  return undefined
}
