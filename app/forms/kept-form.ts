import { useMatches } from '@remix-run/react'

/** What the reader had typed on this page when their session ended, as the nearest layout's loader gave it back. */
export function useKeptForm(): Record<string, string> | undefined {
  for (const { data } of [...useMatches()].reverse()) {
    const { keptForm } = (data ?? {}) as { keptForm?: Record<string, string> | null }
    if (keptForm) return keptForm
  }
  return undefined
}
