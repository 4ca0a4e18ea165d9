import { useMatches } from '@remix-run/react'

/** Data of the layouts' loaders for every form below them. */
interface LayoutData {
  formToken: string
  keptForm: Record<string, unknown>
}

/** The token that the nearest layout's loader gave for the forms of this session. */
export const useFormToken = () => useLayoutData('formToken')

/** The values that were typed on this page when the session ended, from the nearest layout's loader. */
export const useKeptForm = () => useLayoutData('keptForm')

function useLayoutData<Name extends keyof LayoutData>(name: Name): LayoutData[Name] | undefined {
  for (const { data } of [...useMatches()].reverse()) {
    // Loaders that return one of the names return it in this type; the rest is ignored.
    const value = ((data ?? {}) as Partial<Record<Name, LayoutData[Name] | null>>)[name]
    if (value) return value
  }
  return undefined
}
