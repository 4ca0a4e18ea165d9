/**
 * Addresses of wallets. Invariants: an address with a wrong checksum is never paid to or given out; an address derived
 * for the demonstration has a valid checksum and no owner. It comes from a hash of a text and not from a key, so money
 * sent there is lost, which is why only the demonstration derives addresses.
 */
import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import { bitcoinAddress, isBitcoinAddress } from '~/formats/wallet-address.server'
import { ethereumAddress, isEthereumAddress } from '~/formats/wallet-address.server'
import { isTronAddress, tronAddress } from '~/formats/wallet-address.server'
import { type Decimal, multiply } from './decimal'

export type NetworkFamily = 'tron' | 'bitcoin' | 'ethereum'

const families = {
  tron: { encode: tronAddress, accepts: isTronAddress },
  bitcoin: { encode: bitcoinAddress, accepts: isBitcoinAddress },
  ethereum: { encode: ethereumAddress, accepts: isEthereumAddress },
}

/** Whether money can be sent to this address on a network of the family. */
export const isAddress = (family: NetworkFamily, text: string): boolean => families[family].accepts(text)

/** An address of the family without an owner, the same each time for the same text. */
export const fictitiousAddress = (family: NetworkFamily, text: string): string =>
  families[family].encode(sha256(utf8ToBytes(`nobody's address: ${text}`)).slice(0, 20))

/** A link that opens the payer's wallet with address and amount filled in. */
export function paymentUri(
  { family, tokenContract }: { family: NetworkFamily; tokenContract: string | null },
  address: string,
  amount: Decimal,
): string {
  switch (family) {
    case 'bitcoin':
      return `bitcoin:${address}?amount=${amount}`
    case 'ethereum':
      return `ethereum:${address}?value=${multiply(amount, '1000000000000000000')}`
    case 'tron':
      return `tron:${address}?amount=${amount}${tokenContract === null ? '' : `&token=${tokenContract}`}`
  }
}
