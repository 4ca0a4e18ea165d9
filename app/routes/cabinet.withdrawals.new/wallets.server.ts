import { type PaymentSystem } from '~/contract/settings'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** A wallet that was saved in the settings, under the name of its payment system. */
export interface SavedWallet {
  address: string
  title: string
  network: string
}

/** Those for the systems that pay out; none where they can't be told just now, for an address can be typed as well. */
export async function savedWallets(
  upstream: Upstream,
  readSystems: Promise<readonly PaymentSystem[]>,
): Promise<SavedWallet[]> {
  const [answer, systems] = await Promise.all([panel(upstream.userData.wallets()), readSystems])
  return (answer?.items ?? []).flatMap(({ system, address }) => {
    const own = systems.find(({ id }) => id === system)
    return own && address ? [{ address, title: own.title, network: own.network }] : []
  })
}
