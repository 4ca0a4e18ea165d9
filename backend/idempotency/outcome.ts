import { and, eq, gt } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { idempotencyKeys } from '../db/schema/access'
import { Refusal } from '../domain/refusal'
import { isAcquired } from './acquire'
import { isReserved } from './reserve'

/**
 * The outcome of a keyed call. Invariants: the lock and the reservation are checked before the answer is read, never
 * after, or a call that ends in between would seem never to have been made.
 * @throws Refusal not_found for a key that was never seen, or whose call left nothing behind
 */
export async function outcomeOf(
  db: Db,
  { userId, key, now }: { userId: string; key: string; now: Date },
): Promise<CallOutput<typeof contract.outcomes.one>> {
  // In this order: a call reserves its key while it has the lock, and gives both back when its answer is stored.
  const running = (await isAcquired(db, userId, key)) || (await isReserved(db, { userId, key }, now))
  const [found] = await db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, userId),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.expiresAt, now),
      ),
    )
  if (found) return { state: found.state, status: found.status, body: found.body }
  if (running) return { state: 'running', status: null, body: null }
  throw new Refusal('not_found')
}
