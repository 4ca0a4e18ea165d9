/** Bitcoin's main network: Base58check (P2PKH, P2SH), bech32 for witness version 0 and bech32m for later ones. */
import { bech32, bech32m } from '@scure/base'
import { decodeBase58check } from './base58check.server'

const publicKeyHash = 0x00
const scriptHash = 0x05

/** A P2WPKH address (`bc1q…`) of a 20-byte hash. */
export const bitcoinAddress = (hash: Uint8Array): string => bech32.encode('bc', [0, ...bech32.toWords(hash)])

export function isBitcoinAddress(text: string): boolean {
  const payload = decodeBase58check(text)
  if (payload !== null) return payload.length === 21 && [publicKeyHash, scriptHash].includes(payload[0]!)
  return isWitnessProgram(text, bech32) || isWitnessProgram(text, bech32m)
}

/** Version 0 carries 20 or 32 bytes and belongs to bech32, versions 1 to 16 carry 2 to 40 and belong to bech32m. */
function isWitnessProgram(text: string, coder: typeof bech32): boolean {
  const decoded = coder.decodeUnsafe(text)
  if (!decoded || decoded.prefix !== 'bc') return false
  const [version, ...words] = decoded.words
  const program = coder.fromWordsUnsafe(words)
  if (version === undefined || !program) return false
  if (version === 0) return coder === bech32 && [20, 32].includes(program.length)
  return coder === bech32m && version <= 16 && program.length >= 2 && program.length <= 40
}
