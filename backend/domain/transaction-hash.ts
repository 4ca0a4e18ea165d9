import { type NetworkFamily } from './addresses'

/** Hashes of transfers, as explorers and wallets of their networks show them. */

const forms: Record<NetworkFamily, RegExp> = {
  bitcoin: /^[0-9a-f]{64}$/,
  tron: /^[0-9a-f]{64}$/,
  ethereum: /^0x[0-9a-f]{64}$/,
}

/** One spelling of a hash: hexadecimal digits mean the same in either case, and with `0x` before them or without. */
export function hashKey(text: string): string {
  const hash = text.trim()
  return /^(0x)?[0-9a-f]+$/i.test(hash) ? hash.toLowerCase().replace(/^0x/, '') : hash
}

/** The hash in the case in which it is stored; null if a transfer on a network of the family has no such hash. */
export function readTransactionHash(family: NetworkFamily, text: string): string | null {
  const hash = text.trim().toLowerCase()
  return forms[family].test(hash) ? hash : null
}
