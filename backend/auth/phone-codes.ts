import { randomInt } from 'node:crypto'
import { and, asc, desc, eq, gt, isNull, lt, ne, not, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { phoneCodes } from '../db/schema/access'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { tooManyRequests } from '../domain/refusal'
import { codeHashOf, isCodeOf } from './code-hash'

/**
 * The codes that confirm a phone. Invariants: a code confirms only the number that it was sent to, is valid for ten
 * minutes of real time and works once; an account has five tries in ten minutes, over all its codes and numbers; a try
 * counts before it is verified, so that concurrent tries can't exceed five; an unconfirmed number is reserved for an
 * hour only.
 */

const ttlMs = 10 * 60_000
const maxAttempts = 5
const triesWithinMs = 10 * 60_000
/** How long a number is reserved for the account that gave it first. */
const reservationTtlMs = 60 * 60_000
export const resendAfterSeconds = 60

/** @param digits at most 14 */
export const randomCode = (digits = 6): string => String(randomInt(10 ** digits)).padStart(digits, '0')

export interface Owner {
  userId: string
  phone: string
}

export interface IssuedCode {
  id: string
  expiresAt: Date
}

/** Stores a code for the number. The code itself is the caller's to send. */
export async function storeCode(
  db: Db,
  { id, code, userId, phone, now }: Owner & { id: string; code: string; now: Date },
): Promise<IssuedCode> {
  const expiresAt = new Date(now.getTime() + ttlMs)
  await db
    .insert(phoneCodes)
    .values({ id, userId, phone, codeHash: codeHashOf(id, code), createdAt: now, expiresAt })
  return { id, expiresAt }
}

/** Deletes a code that could not be sent, so that another can be requested at once. */
export async function forgetCode(db: Db, id: string): Promise<void> {
  await db.delete(phoneCodes).where(eq(phoneCodes.id, id))
}

/**
 * One code a minute per account, for all its numbers: another number does not avoid the wait. The caller has locked the
 * account's row, so that concurrent requests run one after another.
 * @throws Refusal too_many_requests within a minute of the account's last code
 */
export async function refuseEarlyResend(tx: Db, userId: string, now: Date): Promise<void> {
  const [last] = await tx
    .select({ createdAt: phoneCodes.createdAt })
    .from(phoneCodes)
    .where(eq(phoneCodes.userId, userId))
    .orderBy(desc(phoneCodes.createdAt))
    .limit(1)
  if (!last) return
  const waited = (now.getTime() - last.createdAt.getTime()) / 1000
  if (waited < resendAfterSeconds) throw tooManyRequests(resendAfterSeconds - waited)
}

/**
 * Counts and verifies a try at the newest code of the number, and returns its id. Typed spaces and dashes are ignored.
 * @throws Refusal code_invalid, code_expired, too_many_requests after five tries in ten minutes
 */
export async function tryCode(db: Db, owner: Owner, typed: string, now: Date): Promise<string> {
  const newest = await newestCode(db, owner)
  if (!newest || newest.usedAt || newest.expiresAt <= now)
    throw new Refusal('code_expired', { field: 'code' })
  const before = await triedBefore(db, newest, now)
  const [tried] = await db
    .update(phoneCodes)
    .set({ attempts: sql`${phoneCodes.attempts} + 1` })
    .where(and(eq(phoneCodes.id, newest.id), lt(phoneCodes.attempts, maxAttempts - before.tries)))
    .returning({ id: phoneCodes.id })
  if (!tried) {
    const again = before.tries > 0 ? before.firstAt : newest.createdAt
    throw tooManyRequests((again.getTime() + ttlMs + triesWithinMs - now.getTime()) / 1000)
  }

  if (!isCodeOf(newest, typed)) throw new Refusal('code_invalid', { field: 'code' })
  return newest.id
}

/** A code is good once: false when it was used before. */
export async function useCode(tx: Db, id: string, now: Date): Promise<boolean> {
  const [used] = await tx
    .update(phoneCodes)
    .set({ usedAt: now })
    .where(and(eq(phoneCodes.id, id), isNull(phoneCodes.usedAt)))
    .returning({ id: phoneCodes.id })
  return used !== undefined
}

/**
 * The tries at the account's other codes. Their times are not stored, but a try is never later than the end of its
 * code. So codes that ended more than ten minutes ago have no tries in the last ten.
 */
async function triedBefore(
  db: Db,
  newest: typeof phoneCodes.$inferSelect,
  now: Date,
): Promise<{ tries: number; firstAt: Date }> {
  const since = new Date(now.getTime() - ttlMs - triesWithinMs)
  const others = await db
    .select({ attempts: phoneCodes.attempts, createdAt: phoneCodes.createdAt })
    .from(phoneCodes)
    .where(
      and(
        eq(phoneCodes.userId, newest.userId),
        ne(phoneCodes.id, newest.id),
        gt(phoneCodes.createdAt, since),
        gt(phoneCodes.attempts, 0),
      ),
    )
    .orderBy(asc(phoneCodes.createdAt))
  return {
    tries: others.reduce((sum, { attempts }) => sum + attempts, 0),
    firstAt: others[0]?.createdAt ?? newest.createdAt,
  }
}

/**
 * Frees a number that an account gave an hour ago or longer and has not confirmed, so that its real owner can confirm
 * it. The reservation starts with the first stored code (codes are kept a day), so that requesting new ones does not
 * extend it. It runs in the transaction that takes the number.
 * @param options.for the account that takes it
 */
export async function freeReserved(
  tx: Db,
  { phone, for: userId, now }: { phone: string; for: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - reservationTtlMs).toISOString()
  const fresh = sql`exists (select from phone_codes code where code.user_id = ${users.id} and code.phone = ${phone}
    having min(code.created_at) > ${since}::timestamptz)`
  await tx
    .update(users)
    .set({ phone: null })
    .where(and(eq(users.phone, phone), isNull(users.phoneConfirmedAt), ne(users.id, userId), not(fresh)))
}

async function newestCode(db: Db, { userId, phone }: Owner) {
  const [newest] = await db
    .select()
    .from(phoneCodes)
    .where(and(eq(phoneCodes.userId, userId), eq(phoneCodes.phone, phone)))
    .orderBy(desc(phoneCodes.createdAt), desc(phoneCodes.id))
    .limit(1)
  return newest
}
