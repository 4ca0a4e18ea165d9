import { hourMs } from '../../clock'
import { and, eq, isNull } from 'drizzle-orm'
import { recordActivity } from '../../activity/record'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { inquiries } from '../../db/schema/operator'
import { secondFactors } from '../../db/schema/second-factors'
import { type UserRow, users } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { factorRemovalHours } from '../../funds/rules'
import { type Services } from '../../services'
import { notifyOwner, sendAfterAnswer } from '../security-notifications'
import { type TokenOrigin, endTokens } from '../tokens'
import { findChallenge } from './challenges'
import { factorsOf } from './factors'
import { dropRecoveryCodes } from './recovery-codes'
import { restAfterFactorChange } from './rest-after-change'
import { endTrustedDevices } from './trusted-devices'

/**
 * An owner who has lost every second factor and recovery code. Invariants: the request proves the password and removes
 * nothing; an operator, who asks for more than the password, plans the removal; it takes place days later, at the first
 * sign-in by password after its time, and until then a proved factor or "this was not me" ends it; the owner is told of
 * each step by mail or SMS, which a thief of the password does not read.
 */

/**
 * Leaves an inquiry for an operator; one that is open already is enough.
 * @throws Refusal factor_challenge_expired
 */
export async function reportLostFactors(
  services: Services,
  { challenge }: { challenge: string },
): Promise<void> {
  const { db, newId, realClock, productClock } = services
  const { userId } = await findChallenge(db, { challenge, now: realClock.now() })
  const messages = await db.transaction(async (tx) => {
    const user = await lockAccount(tx, userId)
    const { email, phone } = user
    const reported = await tx
      .insert(inquiries)
      .values({ id: newId(), kind: 'factors_lost', userId, email, phone, createdAt: productClock.now() })
      .onConflictDoNothing()
      .returning({ id: inquiries.id })
    return reported.length === 0 ? [] : notifyOwner(tx, services, user, { kind: 'factors_lost' })
  })
  sendAfterAnswer(services, messages)
}

/**
 * Plans the removal of every second factor of an account. Runs in the transaction of an operator's decision.
 * @throws Refusal not_found for an account without a factor, already_decided if a removal is planned
 */
export async function planFactorRemoval(
  tx: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  if ((await factorsOf(tx, userId)).length === 0) throw new Refusal('not_found')
  const at = new Date(now.getTime() + (await factorRemovalHours(tx)) * hourMs)
  const planned = await tx
    .update(users)
    .set({ factorRemovalAt: at })
    .where(and(eq(users.id, userId), isNull(users.factorRemovalAt)))
    .returning({ id: users.id })
  if (planned.length === 0) throw new Refusal('already_decided')
}

/** Whoever proves a factor has not lost it. @returns the messages to send */
export async function cancelFactorRemoval(tx: Db, services: Services, user: UserRow): Promise<string[]> {
  if (!user.factorRemovalAt) return []
  await tx.update(users).set({ factorRemovalAt: null }).where(eq(users.id, user.id))
  return notifyOwner(tx, services, user, { kind: 'factor_removal_cancelled' })
}

/**
 * Removes the factors of an account whose planned removal is due, and ends its sessions: none of them is the owner's, who
 * could not sign in.
 * @param user as locked by the caller, who has checked the password
 * @returns the messages to send
 */
export async function removeDueFactors(
  tx: Db,
  services: Services,
  user: UserRow,
  origin: TokenOrigin,
): Promise<string[]> {
  const { newId, productClock, realClock } = services
  const { id: userId, factorRemovalAt } = user
  if (!factorRemovalAt || factorRemovalAt > productClock.now()) return []
  const now = realClock.now()
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await dropRecoveryCodes(tx, userId)
  await endTrustedDevices(tx, { userId, now })
  await endTokens(tx, userId, now)
  await tx.update(users).set({ factorRemovalAt: null }).where(eq(users.id, userId))
  await restAfterFactorChange(tx, services, userId)
  await recordActivity(tx, newId, { userId, at: now, kind: 'factors_removed', origin })
  return notifyOwner(tx, services, user, { kind: 'factors_removed' })
}
