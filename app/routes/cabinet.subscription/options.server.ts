import { type SubscriptionOption } from '~/contract/settings'
import { type Balance, type Subscription } from '~/contract/user'
import { balanceOf } from '~/investments/balance.server'
import { ownUser } from '~/session/own-user.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** What can be bought, from what, and what there is already. */
export interface SubscriptionOptions {
  options: SubscriptionOption[]
  balance: Balance
  /** `unknown` where the upstream did not say just now. */
  standing: Subscription | 'none' | 'unknown'
}

export async function readSubscriptionOptions(upstream: Upstream): Promise<SubscriptionOptions> {
  const [options, balance, user] = await Promise.all([
    upstream.settings.subscriptionOptions(),
    balanceOf(upstream),
    panel(ownUser(upstream)),
  ])
  return { options: options.items, balance, standing: user ? (user.subscription ?? 'none') : 'unknown' }
}

export function freeOf({ balance }: Pick<SubscriptionOptions, 'balance'>, currency: string): string {
  return balance.currencies[currency]?.balance ?? '0'
}
