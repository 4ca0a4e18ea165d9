import { type Balance } from '~/contract/user'
import { isPositive } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'

const request = new WeakMap<Upstream, Promise<Balance>>()

/** What the investor holds. The layout and the page often want it both: asked for once a request. */
export function balanceOf(upstream: Upstream): Promise<Balance> {
  const known = request.get(upstream) ?? upstream.user.balance()
  request.set(upstream, known)
  return known
}

/** What is free in a currency, a decimal string; null where nobody says. */
export function freeOf({ currencies }: Pick<Balance, 'currencies'>, currency: string): string | null {
  const held = currencies[currency]
  if (held) return held.balance
  // Who tells several currencies tells all that are held; who tells one may keep the others elsewhere.
  return Object.keys(currencies).length > 1 ? '0' : null
}

/** Whether there is anything on either account, as far as it is told. */
export function holdsMoney(balance: Balance): boolean {
  return Object.values(balance.currencies).some(({ balance: free, balance_dep: inDeposits }) =>
    [free, inDeposits].some((amount) => amount !== null && isPositive(amount)),
  )
}

/** Money was asked to move: what this request knows of the balance may be no longer so. */
export function forgetBalance(upstream: Upstream): void {
  request.delete(upstream)
}
