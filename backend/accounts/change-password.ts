import { eq } from 'drizzle-orm'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'
import { lockAccount } from './lock-account'
import { dropCodes } from './password-codes'
import { isTooSimple } from './password-rules'
import { type TokenOrigin, type UserRow, endTokens, issueToken } from './tokens'

/**
 * Sets a new password and gives a new bearer. What must stay true: whoever held a bearer under the old password, the
 * one that asks included, holds it no longer; a code that
 * was sent for a new one is good for nothing; whoever has come by a bearer does not guess the password with it.
 * @throws Refusal password_wrong, password_too_simple, too_many_requests after five wrong ones in ten minutes
 */
export async function changePassword(
  { db, passwords, newId, realClock, limits }: Services,
  user: UserRow,
  { currentPassword, password, address, device }: TokenOrigin & { currentPassword: string; password: string },
): Promise<string> {
  const { id: userId, passwordHash: stored } = user
  await limits.passwordTyped.count(userId)
  if (!stored || !(await passwords.verify(stored, currentPassword))) {
    throw new Refusal('password_wrong', { field: 'currentPassword' })
  }
  await limits.passwordTyped.forgive(userId)
  if (isTooSimple(password, user)) throw new Refusal('password_too_simple', { field: 'password' })
  const passwordHash = await passwords.hash(password)
  return db.transaction(async (tx) => {
    const now = realClock.now()
    // Changed by another request since it was looked at: the one typed is the old one by now.
    if ((await lockAccount(tx, userId)).passwordHash !== stored) {
      throw new Refusal('password_wrong', { field: 'currentPassword' })
    }
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await dropCodes(tx, userId, now)
    await endTokens(tx, userId, now)
    return issueToken(tx, { id: newId(), userId, now, address, device })
  })
}
