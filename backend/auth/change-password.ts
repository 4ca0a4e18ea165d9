import { eq } from 'drizzle-orm'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'
import { requireCurrentPassword } from './current-password'
import { lockAccount } from '../db/lock-account'
import { dropCodes } from './password-codes'
import { isTooSimple } from './password-rules'
import { sendAfterAnswer, notifyOwner } from './security-notifications'
import { type TokenOrigin, endTokens, issueToken } from './tokens'
import { type UserRow } from '../db/schema/users'

/**
 * Sets a new password and returns a new bearer. Invariants: every bearer issued under the old password ends, the
 * caller's included; a code sent for a new password is void; a caller with a stolen bearer can't guess the password
 * with it.
 * @throws Refusal password_required, password_wrong, password_not_set, password_too_simple, too_many_requests after
 * five wrong ones in ten minutes
 */
export async function changePassword(
  services: Services,
  user: UserRow,
  { currentPassword, password, address, device }: TokenOrigin & { currentPassword: string; password: string },
): Promise<string> {
  const { db, passwords, newId, realClock } = services
  const { id: userId, passwordHash: stored } = user
  await requireCurrentPassword(services, user, currentPassword)
  if (await isTooSimple(password, user)) throw new Refusal('password_too_simple', { field: 'password' })
  const passwordHash = await passwords.hash(password)
  const { refreshToken, messages } = await db.transaction(async (tx) => {
    const now = realClock.now()
    const present = await lockAccount(tx, userId)
    // Changed by another request since it was looked at: the one typed is the old one by now.
    if (present.passwordHash !== stored) {
      throw new Refusal('password_wrong', { field: 'currentPassword' })
    }
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await dropCodes(tx, userId, now)
    await endTokens(tx, userId, now)
    return {
      messages: await notifyOwner(tx, services, present, { kind: 'password_changed' }),
      refreshToken: await issueToken(tx, { id: newId(), userId, now, address, device }),
    }
  })
  sendAfterAnswer(services, messages)
  return refreshToken
}
