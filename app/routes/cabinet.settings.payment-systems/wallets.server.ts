import { type Upstream } from '~/upstream/types'

/** A system that pays out, or one that a wallet was saved for, with that wallet. */
export interface SystemWallet {
  system: string
  title: string
  network: string
  /** Empty: none is saved. */
  address: string
  updatedAt: string | null
}

/** In the company's order of systems. */
export async function readWallets(upstream: Upstream): Promise<SystemWallet[]> {
  const [{ items: systems }, { items: wallets }] = await Promise.all([
    upstream.settings.paymentSystems(),
    upstream.userData.wallets(),
  ])
  const saved = new Map(wallets.map((wallet) => [wallet.system, wallet]))
  return systems
    .filter(({ id, payment }) => payment.enabled || saved.has(id))
    .map(({ id, title, network }) => ({
      system: id,
      title,
      network,
      address: saved.get(id)?.address ?? '',
      updatedAt: saved.get(id)?.updatedAt ?? null,
    }))
}
