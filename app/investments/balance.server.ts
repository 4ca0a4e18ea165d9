import { type Balance } from '~/contract/user'
import { type Upstream } from '~/upstream/types'

const request = new WeakMap<Upstream, Promise<Balance>>()

/** What the investor holds. The frame and the page often want it both: asked for once a request. */
export function balanceOf(upstream: Upstream): Promise<Balance> {
  const known = request.get(upstream) ?? upstream.user.balance()
  request.set(upstream, known)
  return known
}

/** Money was asked to move: what this request knows of the balance may be no longer so. */
export function forgetBalance(upstream: Upstream): void {
  request.delete(upstream)
}
