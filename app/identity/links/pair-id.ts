import { type LinkedPair } from '~/contract/extensions/operator/links'

/** How a pair of accounts is named in an address: the investor's id, `~`, the partner's. */
export const pairId = ({ investor, partner }: Pick<LinkedPair, 'investor' | 'partner'>): string =>
  `${investor.id}~${partner.id}`

/** The ids of a pair from an address; empty if it has none. */
export function readPairId(name: string): { id: string; partnerId: string } {
  const [id = '', partnerId = ''] = name.split('~')
  return { id, partnerId }
}
