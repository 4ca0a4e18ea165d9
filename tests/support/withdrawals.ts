import { type Investor, tronWallet } from './investor'

/** What journeys of withdrawals prepare and ask past the pages. */

/** Keeps a wallet in the settings. */
export async function saveWallet({ ask }: Pick<Investor, 'ask'>): Promise<void> {
  const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
  await ask('PATCH', '/user-data/wallets/update', { wallets })
}

export async function freeBalanceOf({ ask }: Pick<Investor, 'ask'>): Promise<number> {
  return Number((await ask('GET', '/user/balance'))['balance'])
}

/** The wallets that withdrawals were asked to, newest first. */
export async function withdrawalWalletsOf({ ask }: Pick<Investor, 'ask'>): Promise<string[]> {
  const { items } = (await ask('GET', '/funds/payments')) as { items: { wallet: string }[] }
  return items.map(({ wallet }) => wallet)
}
