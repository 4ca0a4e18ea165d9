/** How the addresses of a network are made. */
export type AddressForm = 'tron' | 'bitcoin' | 'ethereum'

/** Networks by the names that upstreams give them, in small letters and without signs. */
const forms: Record<string, AddressForm> = {
  trc20: 'tron',
  tron: 'tron',
  bitcoin: 'bitcoin',
  btc: 'bitcoin',
  ethereum: 'ethereum',
  erc20: 'ethereum',
  eth: 'ethereum',
}

/** The form of a network's addresses; null for a network that is not known here. */
export const addressFormOf = (network: string): AddressForm | null =>
  forms[network.toLowerCase().replace(/[^a-z0-9]/g, '')] ?? null
