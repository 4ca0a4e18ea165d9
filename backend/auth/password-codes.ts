import { dayMs, hourMs } from '../clock'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { passwordCodes } from '../db/schema/access'
import { codeHashOf, isCodeOf } from './code-hash'

/**
 * The codes that set a new password. Invariants: an account has one at a time, which is valid for ten minutes of real
 * time and works once; a try counts before it is verified; requests and guesses by strangers never prevent the owner
 * from getting a code. So a network has five tries in ten minutes (`resetTried` in `backend/api/limits.ts`), and all
 * together two hundred a code, of which an account is sent at most 146 a day: three in the first minutes, then one
 * whenever the last one expires. One network has 720 tries a day among 10^8 codes, 1 in 140,000; forty networks and
 * more have 29,200, 1 in 3,400 (`docs/decisions/passwords.md`).
 */

const ttlMs = 10 * 60_000
export const maxTries = 200
const intervalMs = 60_000
/** After this many codes in an hour, a new one is sent only after the last expires. */
const quickCodes = 3
export const resetCodeDigits = 8
/**
 * How long after a change of contacts no code is sent. The old contacts were notified, and the owner has time to act.
 */
export const contactsRestMs = 3 * dayMs

/**
 * Replaces the account's code. The caller has locked the account's row. False if the last code stays: it is not a
 * minute old, or it is one of many and still valid.
 */
export async function replaceCode(
  tx: Db,
  { id, code, userId, now }: { id: string; code: string; userId: string; now: Date },
): Promise<boolean> {
  const last = await newestCode(tx, userId)
  if (last) {
    const pause =
      (await codesSince(tx, userId, new Date(now.getTime() - hourMs))) < quickCodes ? intervalMs : ttlMs
    if (now.getTime() - last.createdAt.getTime() < pause) return false
  }
  await dropCodes(tx, userId, now)
  const expiresAt = new Date(now.getTime() + ttlMs)
  await tx
    .insert(passwordCodes)
    .values({ id, userId, codeHash: codeHashOf(id, code), createdAt: now, expiresAt })
  return true
}

/**
 * Counts and verifies a try at the account's code. Only the right code can be `expired`, so that the answer does not
 * reveal who has an account.
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
    .where(and(eq(passwordCodes.id, newest.id), lt(passwordCodes.attempts, maxTries)))
    .returning({ id: passwordCodes.id })
  if (!tried || !isCodeOf(newest, typed)) return 'wrong'
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

function codesSince(tx: Db, userId: string, since: Date): Promise<number> {
  return tx.$count(passwordCodes, and(eq(passwordCodes.userId, userId), gt(passwordCodes.createdAt, since)))
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
