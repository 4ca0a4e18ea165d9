import { type PaymentSystem } from '~/contract/settings'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** A wallet that was saved in the settings, with the payment systems that it was saved for. */
export interface SavedWallet {
  address: string
  titles: string[]
  networks: string[]
}

/** Those for the systems that pay out; none where they can't be told just now, for an address can be typed as well. */
export async function savedWallets(
  upstream: Upstream,
  readSystems: Promise<readonly PaymentSystem[]>,
): Promise<SavedWallet[]> {
  const [answer, systems] = await Promise.all([panel(upstream.userData.wallets()), readSystems])
  const wallets = new Map<string, SavedWallet>()
  for (const { system, address } of answer?.items ?? []) {
    const own = systems.find(({ id }) => id === system)
    if (!own || !address) continue
    const { titles = [], networks = [] } = wallets.get(address) ?? {}
    wallets.set(address, {
      address,
      titles: withOne(titles, own.title),
      networks: withOne(networks, own.network),
    })
  }
  return [...wallets.values()]
}

const withOne = (words: readonly string[], word: string) => [...new Set([...words, word])]
