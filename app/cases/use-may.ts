import { useMatches } from '@remix-run/react'

/**
 * Whether the signed-in operator may make a call of the contract, such as `operator.decidePayment`: by the data of the
 * operators' layout; true where it is not known there.
 */
export function useMay(call: string): boolean {
  for (const { data } of useMatches()) {
    const { permitted } = (data ?? {}) as { permitted?: readonly string[] | null }
    if (permitted) return permitted.includes(call)
  }
  return true
}
