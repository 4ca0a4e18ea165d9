import { type Balance } from '~/contract/user'
import { isPositive } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'

const balances = new WeakMap<Upstream, Promise<Balance>>()

/** The investor's balance. The layout and the page often both need it, so it is fetched once a request. */
export function balanceOf(upstream: Upstream): Promise<Balance> {
  const known = balances.get(upstream) ?? upstream.user.balance()
  balances.set(upstream, known)
  return known
}

/** What is free in a currency, a decimal string; null if the upstream does not provide it. */
export function freeOf({ currencies }: Pick<Balance, 'currencies'>, currency: string): string | null {
  const held = currencies[currency]
  if (held) return held.balance
  // An upstream that lists several currencies lists all; one that lists a single currency may keep others elsewhere.
  return Object.keys(currencies).length > 1 ? '0' : null
}

/** Whether either account is known to hold money. */
export function holdsMoney(balance: Balance): boolean {
  return Object.values(balance.currencies).some(({ balance: free, balance_dep: inDeposits }) =>
    [free, inDeposits].some((amount) => amount !== null && isPositive(amount)),
  )
}

/** Drops the balance that this request has cached, after a call that may have moved money. */
export function forgetBalance(upstream: Upstream): void {
  balances.delete(upstream)
}
