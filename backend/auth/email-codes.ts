import { and, asc, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { emailCodes } from '../db/schema/access'
import { Refusal } from '../domain/refusal'
import { tooManyRequests } from '../domain/refusal'
import { codeHashOf, isCodeOf } from './code-hash'

/**
 * The codes that confirm an e-mail. A code confirms the one address that it was sent to, lives ten minutes of real time
 * and is good once. An account has five tries in ten minutes over all its codes, and a try counts before it is
 * compared, so that many at once are not more than five. An account is sent one code a minute, for all addresses
 * together; the quotas of messages apply too.
 */

const ttlMs = 10 * 60_000
const maxAttempts = 5
const attemptsWindowMs = 10 * 60_000
export const emailResendAfterSeconds = 60

export interface IssuedEmailCode {
  id: string
  expiresAt: Date
}

interface Owner {
  userId: string
  email: string
}

/** Stores a code for the address; sending it is the caller's part. */
export async function storeEmailCode(
  tx: Db,
  { id, code, userId, email, now }: Owner & { id: string; code: string; now: Date },
): Promise<IssuedEmailCode> {
  const expiresAt = new Date(now.getTime() + ttlMs)
  await tx
    .insert(emailCodes)
    .values({ id, userId, email, codeHash: codeHashOf(id, code), createdAt: now, expiresAt })
  return { id, expiresAt }
}

/** Deletes a code that could not be sent, so that another can be requested at once. */
export async function forgetEmailCode(db: Db, id: string): Promise<void> {
  await db.delete(emailCodes).where(eq(emailCodes.id, id))
}

/**
 * The account's row is locked by the caller, so of several requests at once one is first.
 * @throws Refusal too_many_requests within a minute of the account's last code
 */
export async function refuseEarlyEmailCode(tx: Db, userId: string, now: Date): Promise<void> {
  const [last] = await tx
    .select({ createdAt: emailCodes.createdAt })
    .from(emailCodes)
    .where(eq(emailCodes.userId, userId))
    .orderBy(desc(emailCodes.createdAt))
    .limit(1)
  if (!last) return
  const waited = (now.getTime() - last.createdAt.getTime()) / 1000
  if (waited < emailResendAfterSeconds) throw tooManyRequests(emailResendAfterSeconds - waited)
}

/**
 * Counts and verifies a try at the newest code of the address, and returns its id. Typed spaces and dashes are ignored.
 * @throws Refusal code_invalid, code_expired, too_many_requests after five tries in ten minutes
 */
export async function tryEmailCode(
  db: Db,
  { userId, email }: Owner,
  typed: string,
  now: Date,
): Promise<string> {
  const [newest] = await db
    .select()
    .from(emailCodes)
    .where(and(eq(emailCodes.userId, userId), eq(emailCodes.email, email)))
    .orderBy(desc(emailCodes.createdAt), desc(emailCodes.id))
    .limit(1)
  if (!newest || newest.usedAt || newest.expiresAt <= now) throw emailCodeExpired()

  const others = await db
    .select({ attempts: emailCodes.attempts, createdAt: emailCodes.createdAt })
    .from(emailCodes)
    .where(
      and(
        eq(emailCodes.userId, userId),
        ne(emailCodes.id, newest.id),
        gt(emailCodes.createdAt, new Date(now.getTime() - ttlMs - attemptsWindowMs)),
        gt(emailCodes.attempts, 0),
      ),
    )
    .orderBy(asc(emailCodes.createdAt))
  const before = others.reduce((sum, { attempts }) => sum + attempts, 0)
  const [tried] = await db
    .update(emailCodes)
    .set({ attempts: sql`${emailCodes.attempts} + 1` })
    .where(and(eq(emailCodes.id, newest.id), lt(emailCodes.attempts, maxAttempts - before)))
    .returning({ id: emailCodes.id })
  if (!tried) {
    const since = others[0]?.createdAt ?? newest.createdAt
    throw tooManyRequests((since.getTime() + ttlMs + attemptsWindowMs - now.getTime()) / 1000)
  }
  if (!isCodeOf(newest, typed)) throw new Refusal('code_invalid', { field: 'code' })
  return newest.id
}

/** A code is good once: false when it was used before. */
export async function useEmailCode(tx: Db, id: string, now: Date): Promise<boolean> {
  const [used] = await tx
    .update(emailCodes)
    .set({ usedAt: now })
    .where(and(eq(emailCodes.id, id), isNull(emailCodes.usedAt)))
    .returning({ id: emailCodes.id })
  return used !== undefined
}

export const emailCodeExpired = () => new Refusal('code_expired', { field: 'code' })
