/**
 * Wallet addresses, checked before anything is confirmed: one wrong letter and the money is gone. What must stay
 * true: an address whose checksum fits its network passes; on a network that is not known here the upstream alone
 * decides, so nothing is refused for want of knowledge.
 */
import { isBitcoinAddress } from './bitcoin.server'
import { isEthereumAddress } from './ethereum.server'
import { isTronAddress } from './tron.server'

/** Networks by the names that upstreams give them, in small letters and without signs. */
const checks: Record<string, (address: string) => boolean> = {
  trc20: isTronAddress,
  tron: isTronAddress,
  bitcoin: isBitcoinAddress,
  btc: isBitcoinAddress,
  ethereum: isEthereumAddress,
  erc20: isEthereumAddress,
  eth: isEthereumAddress,
}

/** Whether an address can belong to a network, as far as its checksum tells. */
export function canBelongTo(network: string, address: string): boolean {
  const check = checks[network.toLowerCase().replace(/[^a-z0-9]/g, '')]
  return check ? check(address) : true
}
