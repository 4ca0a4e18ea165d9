import { type Contract } from '~/contract'
import { type CallAnswer } from '~/contract/call'
import { type operators } from '~/contract/extensions/operator/operators'
import { type OperatorRole } from '~/contract/operator-roles'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'

/** The contract's name of an operator's call, such as `decidePayment`. */
export type OperatorCall = keyof Contract['operator']

export type QueueCounts = NonNullable<CallAnswer<typeof operators.self>['queues']>

export interface OperatorPermissions {
  /** Null where the upstream has no roles. */
  role: OperatorRole | 'unknown' | null
  /** The permitted calls, such as `operator.decidePayment`; null: all. */
  calls: readonly string[] | null
  may: (call: OperatorCall) => boolean
  /** How many cases of each queue wait; undefined where the upstream does not count them here. */
  queues: QueueCounts | undefined
}

/** Of one request: its layout, its page and its guard need the same. */
const ofRequest = new WeakMap<Upstream, Promise<OperatorPermissions>>()

/**
 * What the signed-in operator may do. An upstream without roles lets each operator do everything that it has. Requested
 * once per request; the upstream enforces it, pages only leave out what would be refused.
 * @throws UpstreamFailure with the code `factor_required` until a second factor is set up
 */
export function operatorPermissions(upstream: Upstream): Promise<OperatorPermissions> {
  const known = ofRequest.get(upstream) ?? requestPermissions(upstream)
  ofRequest.set(upstream, known)
  return known
}

async function requestPermissions(upstream: Upstream): Promise<OperatorPermissions> {
  if (!(await extensionsOf(upstream)).has('operators')) {
    return { role: null, calls: null, may: () => true, queues: undefined }
  }
  const { role, calls, queues } = await upstream.operator.self()
  const permitted = new Set(calls)
  return { role, calls, may: (call) => permitted.has(`operator.${call}`), queues }
}
