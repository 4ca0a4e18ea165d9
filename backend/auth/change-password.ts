import { eq } from 'drizzle-orm'
import { recordActivity } from '../activity/record'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { restWithdrawals } from '../funds/withdrawal-safety'
import { type Services } from '../services'
import { heldStepUp, requireStepUpAndPassword } from './second-factors/step-up'
import { lockAccount } from '../db/lock-account'
import { dropCodes } from './password-codes'
import { isTooSimple } from './password-rules'
import { sendAfterAnswer, notifyOwner } from './security-notifications'
import { type Caller, type TokenOrigin, endTokens, issueToken } from './tokens'

/**
 * Sets a new password and returns a new bearer. Invariants: every bearer issued under the old password ends, the
 * caller's included; a code sent for a new password is void; withdrawals rest; a caller with a stolen bearer can't guess
 * the password with it, and one whose bearer was ended meanwhile changes nothing.
 * @throws Refusal those of the step-up, password_too_simple, unauthorized
 */
export async function changePassword(
  services: Services,
  caller: Caller,
  { currentPassword, password, address, device }: TokenOrigin & { currentPassword: string; password: string },
): Promise<string> {
  const { db, passwords, newId, realClock, productClock } = services
  const { id: userId, passwordHash: stored } = caller.user
  await requireStepUpAndPassword(services, { caller, currentPassword, address, device })
  if (await isTooSimple(password, caller.user))
    throw new Refusal('password_too_simple', { field: 'password' })
  const passwordHash = await passwords.hash(password)
  const { refreshToken, messages } = await db.transaction(async (tx) => {
    const now = realClock.now()
    const present = await lockAccount(tx, userId)
    // Changed by another request since it was looked at: the one typed is the old one by now.
    if (present.passwordHash !== stored) {
      throw new Refusal('password_wrong', { field: 'currentPassword' })
    }
    // The owner has closed the account since this call was authorized: it must not get a new bearer.
    if (present.passwordResetRequired) throw new Refusal('unauthorized')
    const origin = { address, device }
    // The one who changes it is still there: the new bearer goes on with the step-up of the old one.
    const steppedUp = await heldStepUp(tx, { caller, ...origin })
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await dropCodes(tx, userId, now)
    await endTokens(tx, userId, now)
    await recordActivity(tx, newId, { userId, at: now, kind: 'password_changed', origin })
    await restWithdrawals(tx, { userId, reason: 'password', now: productClock.now() })
    return {
      messages: await notifyOwner(tx, services, present, { kind: 'password_changed' }),
      refreshToken: await issueToken(tx, { id: newId(), userId, now, address, device, steppedUp }),
    }
  })
  sendAfterAnswer(services, messages)
  return refreshToken
}
