import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { type Db } from '../../db/connect'
import { factorChallenges } from '../../db/schema/second-factors'
import { type UserRow } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { hashOfSecret, newSecret } from '../random-secret'

/**
 * Sign-ins between the password and the second factor. Invariants: a challenge proves that its holder had the password,
 * or Telegram's signature, and opens nothing by itself; it lives five minutes of real time, ends one sign-in of the one
 * account, and is void once the account has another password, is frozen or has its contacts replaced.
 */

const ttlMs = 5 * 60_000

/** Returns the challenge, whose plain value is stored nowhere. */
export async function issueChallenge(
  tx: Db,
  { id, user, now }: { id: string; user: Pick<UserRow, 'id' | 'passwordHash'>; now: Date },
): Promise<string> {
  const challenge = newSecret()
  await tx.insert(factorChallenges).values({
    id,
    userId: user.id,
    challengeHash: hashOfSecret(challenge),
    passwordMark: markOf(user),
    createdAt: now,
    expiresAt: new Date(now.getTime() + ttlMs),
  })
  return challenge
}

/** @throws Refusal factor_challenge_expired, also for one that never was */
export async function findChallenge(
  db: Db,
  { challenge, now }: { challenge: string; now: Date },
): Promise<{ id: string; userId: string }> {
  const { id, userId, challengeHash, usedAt, expiresAt } = factorChallenges
  const [found] = await db
    .select({ id, userId })
    .from(factorChallenges)
    .where(and(eq(challengeHash, hashOfSecret(challenge)), isNull(usedAt), gt(expiresAt, now)))
  if (!found) throw challengeExpired()
  return found
}

/**
 * Uses the challenge up.
 * @param user as locked by the caller
 * @throws Refusal factor_challenge_expired if it was used before, or the password has changed since
 */
export async function useChallenge(
  tx: Db,
  { id, user, now }: { id: string; user: Pick<UserRow, 'id' | 'passwordHash'>; now: Date },
): Promise<void> {
  const used = await tx
    .update(factorChallenges)
    .set({ usedAt: now })
    .where(
      and(
        eq(factorChallenges.id, id),
        eq(factorChallenges.passwordMark, markOf(user)),
        isNull(factorChallenges.usedAt),
      ),
    )
    .returning({ id: factorChallenges.id })
  if (used.length === 0) throw challengeExpired()
}

/**
 * Ends the sign-ins that are half-way: whoever began them had a password that opens the account no more.
 * @param now real time
 */
export async function endChallenges(tx: Db, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await tx
    .update(factorChallenges)
    .set({ usedAt: now })
    .where(and(eq(factorChallenges.userId, userId), isNull(factorChallenges.usedAt)))
}

const challengeExpired = () => new Refusal('factor_challenge_expired')

const markOf = ({ passwordHash }: Pick<UserRow, 'passwordHash'>): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('hex')
