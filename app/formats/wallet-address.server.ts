import { sha256 } from '@noble/hashes/sha2'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { keccak_256 } from '@noble/hashes/sha3'

/**
 * Wallet addresses, checked before anything is confirmed: one wrong letter and the money is gone. Invariants: an
 * address whose checksum fits its network passes; on a network that is not known here the upstream alone decides, so
 * nothing is refused for want of knowledge.
 */

// Base58 with four bytes of a double SHA-256 behind the payload, as Bitcoin's old addresses and TRON's have it.

const coder = createBase58check(sha256)

const encodeBase58check = (payload: Uint8Array): string => coder.encode(payload)

/** The payload, or null when the text is not Base58 or its checksum is wrong. */
function decodeBase58check(text: string): Uint8Array | null {
  try {
    return coder.decode(text)
  } catch {
    return null
  }
}

// Bitcoin's main network: Base58check (P2PKH, P2SH), bech32 for witness version 0 and bech32m for later ones.

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

// TRON (TRX and TRC-20): Base58check of the byte 0x41 and a 20-byte hash; always begins with T.

const prefix = 0x41

export const tronAddress = (hash: Uint8Array): string =>
  encodeBase58check(concatBytes(Uint8Array.of(prefix), hash))

export function isTronAddress(text: string): boolean {
  const payload = decodeBase58check(text)
  return payload !== null && payload.length === 21 && payload[0] === prefix
}

// Ethereum: 20 bytes in hex, whose letters' case is the checksum (EIP-55). Text of one case carries none.

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

/** Networks by the names that upstreams give them, in small letters and without signs. */
const validators: Record<string, (address: string) => boolean> = {
  trc20: isTronAddress,
  tron: isTronAddress,
  bitcoin: isBitcoinAddress,
  btc: isBitcoinAddress,
  ethereum: isEthereumAddress,
  erc20: isEthereumAddress,
  eth: isEthereumAddress,
}

/** Whether an address can belong to a network, judged by its checksum. */
export function canBelongTo(network: string, address: string): boolean {
  const isValid = validators[network.toLowerCase().replace(/[^a-z0-9]/g, '')]
  return isValid ? isValid(address) : true
}

/** Addresses in hexadecimal digits and in bech32: their letters mean the same in either case. */
const caseless = /^(0x[0-9a-f]{40}|(bc|tb)1[0-9a-z]+)$/i

/** Whether two wallet addresses are the same, although upstreams may change the case of letters. */
export function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  return caseless.test(one) && one.toLowerCase() === other.toLowerCase()
}
