/** TRON (TRX and TRC-20): Base58check of the byte 0x41 and a 20-byte hash; always begins with T. */
import { concatBytes } from '@noble/hashes/utils'
import { decodeBase58check, encodeBase58check } from './base58check.server'

const prefix = 0x41

export const tronAddress = (hash: Uint8Array): string =>
  encodeBase58check(concatBytes(Uint8Array.of(prefix), hash))

export function isTronAddress(text: string): boolean {
  const payload = decodeBase58check(text)
  return payload !== null && payload.length === 21 && payload[0] === prefix
}
