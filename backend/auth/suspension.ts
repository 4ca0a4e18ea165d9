import { type UserRow } from '../db/schema/users'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'

/**
 * Suspending and restoring an account. Invariants: while it is suspended every call that it makes is refused
 * with the reason (`backend/api/access.ts`); its money, deposits and accruals stay as they are.
 */

/** @throws Refusal not_found, already_decided when it is suspended already */
export async function suspendUser(
  tx: Db,
  { userId, reason, at }: { userId: string; reason: string; at: Date },
): Promise<void> {
  const [suspended] = await tx
    .update(users)
    .set({ suspendedAt: at, suspendedReason: reason })
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)))
    .returning({ id: users.id })
  if (!suspended) throw await whyNot(tx, userId)
}

/** @throws Refusal not_found, already_decided when it is not suspended */
export async function restoreUser(tx: Db, { userId }: { userId: string; at: Date }): Promise<void> {
  const [restored] = await tx
    .update(users)
    .set({ suspendedAt: null, suspendedReason: null })
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)))
    .returning({ id: users.id })
  if (!restored) throw await whyNot(tx, userId)
}

async function whyNot(tx: Db, userId: string): Promise<Refusal> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  return new Refusal(user ? 'already_decided' : 'not_found')
}

/** @throws Refusal account_suspended with the reason that was given */
export function refuseSuspended(user: Pick<UserRow, 'suspendedAt' | 'suspendedReason'>): void {
  if (!user.suspendedAt) return
  throw new Refusal('account_suspended', { params: { reason: user.suspendedReason ?? '' } })
}
