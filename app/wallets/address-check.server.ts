import { keccak_256 } from '@noble/hashes/sha3'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { bech32, bech32m, createBase58check } from '@scure/base'

/**
 * Wallet addresses, checked before anything is confirmed: one wrong letter and the money is gone. What must stay
 * true: an address whose checksum fits its network passes; on a network that is not known here the upstream alone
 * decides, so nothing is refused for want of knowledge.
 */

const base58 = createBase58check(sha256)

/** Networks by the names that upstreams give them, in small letters and without signs. */
const checks: Record<string, (address: string) => boolean> = {
  trc20: isTron,
  tron: isTron,
  bitcoin: isBitcoin,
  btc: isBitcoin,
  ethereum: isEthereum,
  erc20: isEthereum,
  eth: isEthereum,
}

/** Whether an address can belong to a network, as far as its checksum tells. */
export function canBelongTo(network: string, address: string): boolean {
  const check = checks[network.toLowerCase().replace(/[^a-z0-9]/g, '')]
  return check ? check(address) : true
}

function isTron(address: string): boolean {
  const bytes = base58Bytes(address)
  return bytes?.length === 21 && bytes[0] === 0x41
}

/** Base58 of the first addresses, or the bech32 of the segwit ones. */
function isBitcoin(address: string): boolean {
  const bytes = base58Bytes(address)
  if (bytes) return bytes.length === 21 && (bytes[0] === 0x00 || bytes[0] === 0x05)
  return isSegwit(bech32, address) || isSegwit(bech32m, address)
}

/** Version 0 has 20 or 32 bytes in bech32, versions 1 to 16 have 2 to 40 in bech32m. */
function isSegwit(coder: typeof bech32, address: string): boolean {
  const decoded = coder.decodeUnsafe(address)
  if (decoded?.prefix !== 'bc') return false
  const [version = -1, ...words] = decoded.words
  const length = coder.fromWordsUnsafe(words)?.length ?? 0
  if (version === 0) return coder === bech32 && (length === 20 || length === 32)
  return coder === bech32m && version >= 1 && version <= 16 && length >= 2 && length <= 40
}

/** Mixed case carries a checksum (EIP-55); one case carries none. */
function isEthereum(address: string): boolean {
  const digits = /^0x([0-9a-f]{40})$/i.exec(address)?.[1]
  if (!digits) return false
  const small = digits.toLowerCase()
  if (digits === small || digits === digits.toUpperCase()) return true
  const hash = bytesToHex(keccak_256(utf8ToBytes(small)))
  return [...digits].every((digit, at) => {
    const isCapital = parseInt(hash[at] ?? '0', 16) >= 8
    return digit === (isCapital ? digit.toUpperCase() : digit.toLowerCase())
  })
}

function base58Bytes(address: string): Uint8Array | null {
  try {
    return base58.decode(address)
  } catch {
    return null
  }
}
