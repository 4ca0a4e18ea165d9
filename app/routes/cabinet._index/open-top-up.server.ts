import { type Refill } from '~/contract/funds'

/** A request whose transfer is awaited. */
export interface OpenTopUp extends Pick<Refill, 'id' | 'requestAmount' | 'currency' | 'expiresAt'> {
  /** How many there are, this one included. */
  count: number
}

/**
 * The newest of those that can still be paid; null where there is none.
 * @param pending newest first
 * @param now the upstream's moment
 */
export function openTopUpOf(
  pending: { items: readonly Refill[]; total: number },
  now: Date,
): OpenTopUp | null {
  const [newest] = pending.items
  if (!newest || Date.parse(newest.expiresAt) <= now.getTime()) return null
  const { id, requestAmount, currency, expiresAt } = newest
  return { id, requestAmount, currency, expiresAt, count: pending.total }
}
