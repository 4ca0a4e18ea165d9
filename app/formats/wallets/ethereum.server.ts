/** Ethereum: 20 bytes in hex, whose letters' case is the checksum (EIP-55). Text of one case carries none. */
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** The address of a 20-byte hash, its checksum in the case of its letters. */
export const ethereumAddress = (hash: Uint8Array): string => withChecksum(bytesToHex(hash))

export function isEthereumAddress(text: string): boolean {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return false
  const digits = text.slice(2)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return oneCase || text === withChecksum(digits.toLowerCase())
}

/** A letter is upper case where the same place of the hash of the lower-case digits is 8 or more. */
function withChecksum(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, at) => (parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}
