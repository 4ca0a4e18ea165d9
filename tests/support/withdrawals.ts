import { type Investor, tronWallet } from './investor'

/** Preparations and direct calls of the withdrawal journeys. */

/** Saves a wallet in the settings. */
export async function saveWallet({ ask }: Pick<Investor, 'ask'>): Promise<void> {
  const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
  await ask('PATCH', '/user-data/wallets/update', { wallets })
}

export async function freeBalanceOf({ ask }: Pick<Investor, 'ask'>): Promise<number> {
  return Number((await ask('GET', '/user/balance'))['balance'])
}

/** The wallets of the requested withdrawals, newest first. */
export async function withdrawalWalletsOf({ ask }: Pick<Investor, 'ask'>): Promise<string[]> {
  const { items } = (await ask('GET', '/funds/payments')) as { items: { wallet: string }[] }
  return items.map(({ wallet }) => wallet)
}
