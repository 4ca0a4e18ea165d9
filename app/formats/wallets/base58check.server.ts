/** Base58 with four bytes of a double SHA-256 behind the payload, as Bitcoin's old addresses and TRON's have it. */
import { sha256 } from '@noble/hashes/sha2'
import { createBase58check } from '@scure/base'

const coder = createBase58check(sha256)

export const encodeBase58check = (payload: Uint8Array): string => coder.encode(payload)

/** The payload, or null when the text is not Base58 or its checksum is wrong. */
export function decodeBase58check(text: string): Uint8Array | null {
  try {
    return coder.decode(text)
  } catch {
    return null
  }
}
