import { createHash, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { passwordCodes } from '../db/schema/access'
import { digitsOf } from './phone-codes'

/**
 * The codes that set a new password. What must stay true: an account has one at a time, which lives ten minutes of real
 * time, is good once and bears five tries; a try counts before it is looked at. Eight digits and one code a minute
 * leave somebody who guesses all day long a chance of 1 in 10,000 (OWASP ASVS 5.0 6.6).
 */

const lifeMs = 10 * 60_000
const mostAttempts = 5
const everyMs = 60_000
export const resetCodeDigits = 8

/**
 * Stores a code in place of the one before. The account's row is locked by the caller. False: the last one is not a
 * minute old, and stays.
 */
export async function replaceCode(
  tx: Db,
  { id, code, userId, now }: { id: string; code: string; userId: string; now: Date },
): Promise<boolean> {
  const last = await newestCode(tx, userId)
  if (last && now.getTime() - last.createdAt.getTime() < everyMs) return false
  await dropCodes(tx, userId, now)
  const expiresAt = new Date(now.getTime() + lifeMs)
  await tx.insert(passwordCodes).values({ id, userId, codeHash: hashOf(id, code), createdAt: now, expiresAt })
  return true
}

/**
 * Takes a try at the account's code. `expired` is told to one who typed the right code alone, so that it says nothing
 * of who has an account.
 */
export async function tryCode(
  db: Db,
  userId: string,
  typed: string,
  now: Date,
): Promise<{ id: string } | 'wrong' | 'expired'> {
  const newest = await newestCode(db, userId)
  if (!newest) return 'wrong'
  const [tried] = await db
    .update(passwordCodes)
    .set({ attempts: sql`${passwordCodes.attempts} + 1` })
    .where(and(eq(passwordCodes.id, newest.id), lt(passwordCodes.attempts, mostAttempts)))
    .returning({ id: passwordCodes.id })
  const given = Buffer.from(hashOf(newest.id, digitsOf(typed)))
  if (!tried || !timingSafeEqual(given, Buffer.from(newest.codeHash))) return 'wrong'
  return newest.usedAt || newest.expiresAt <= now ? 'expired' : { id: newest.id }
}

/** A code is good once: false when it was used, replaced or ran out since it was tried. */
export async function useCode(tx: Db, id: string, now: Date): Promise<boolean> {
  const [used] = await tx
    .update(passwordCodes)
    .set({ usedAt: now })
    .where(and(eq(passwordCodes.id, id), isNull(passwordCodes.usedAt), gt(passwordCodes.expiresAt, now)))
    .returning({ id: passwordCodes.id })
  return used !== undefined
}

/** The codes of the account are good for nothing any more: its password or its contacts have changed. */
export async function dropCodes(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordCodes)
    .set({ usedAt: now })
    .where(and(eq(passwordCodes.userId, userId), isNull(passwordCodes.usedAt)))
}

async function newestCode(db: Db, userId: string) {
  const [newest] = await db
    .select()
    .from(passwordCodes)
    .where(eq(passwordCodes.userId, userId))
    .orderBy(desc(passwordCodes.createdAt), desc(passwordCodes.id))
    .limit(1)
  return newest
}

/** Salted by its id; like a phone's code it is protected by its short life, not by its hash. */
function hashOf(id: string, code: string): string {
  return createHash('sha256').update(`${id}:${code}`).digest('hex')
}
