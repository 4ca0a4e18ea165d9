/** Addresses in hexadecimal digits and in bech32: their letters mean the same in either case. */
const caseless = /^(0x[0-9a-f]{40}|(bc|tb)1[0-9a-z]+)$/i

/** Whether two wallets are one, however an upstream writes their letters. */
export function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  return caseless.test(one) && one.toLowerCase() === other.toLowerCase()
}
