import { type NetworkFamily } from './addresses'

/** Hashes of transfers, as explorers and wallets of their networks show them. */

const forms: Record<NetworkFamily, RegExp> = {
  bitcoin: /^[0-9a-f]{64}$/,
  tron: /^[0-9a-f]{64}$/,
  ethereum: /^0x[0-9a-f]{64}$/,
}

/** The hash in the case in which it is stored; null if a transfer on a network of the family has no such hash. */
export function readTransactionHash(family: NetworkFamily, text: string): string | null {
  const hash = text.trim().toLowerCase()
  return forms[family].test(hash) ? hash : null
}
