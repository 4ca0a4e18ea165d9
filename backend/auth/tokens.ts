import { type UserRow } from '../db/schema/users'
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { tokens } from '../db/schema/access'
import { users } from '../db/schema/users'

/**
 * The bearers. Invariants: a bearer is 256 random bits; only its SHA-256 is stored (it can't be guessed, so it needs no
 * slow hash); it lives 30 days of real time and ends at once when its row ends.
 */

const ttlMs = 30 * dayMs
/** `last_used_at` is for the list of sessions; a write on every request would be wasted. */
const usedIntervalMs = 5 * 60_000

/** The caller who holds the token of a request. */
export interface Caller {
  user: UserRow
  tokenId: string
}

export interface TokenOrigin {
  device: string | null
  address: string
}

/** Issues a bearer for the user and returns it; the plain value is stored nowhere. */
export async function issueToken(
  db: Db,
  { id, userId, now, device, address }: TokenOrigin & { id: string; userId: string; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(tokens).values({
    id,
    userId,
    tokenHash: hashOf(token),
    device,
    address,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + ttlMs),
  })
  return token
}

/** The user of the bearer; null if it is unknown, ended or expired. */
export async function callerOf(db: Db, token: string, now: Date): Promise<Caller | null> {
  const [found] = await db
    .select({ user: users, tokenId: tokens.id, lastUsedAt: tokens.lastUsedAt })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(and(eq(tokens.tokenHash, hashOf(token)), isNull(tokens.endedAt), gt(tokens.expiresAt, now)))
  if (!found) return null
  if (now.getTime() - found.lastUsedAt.getTime() > usedIntervalMs) {
    await db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, found.tokenId))
  }
  return { user: found.user, tokenId: found.tokenId }
}

/** The bearers that are good now. */
const liveAt = (now: Date) => and(isNull(tokens.endedAt), gt(tokens.expiresAt, now))

/** Where the user is signed in, the place that was used last first. */
export async function liveTokens(db: Db, userId: string, now: Date) {
  const { id, device, address, createdAt, lastUsedAt } = tokens
  return db
    .select({ id, device, address, createdAt, lastUsedAt })
    .from(tokens)
    .where(and(eq(tokens.userId, userId), liveAt(now)))
    .orderBy(desc(lastUsedAt), desc(id))
}

/** Ends one bearer of the user, or all but one. Returns how many it ended. */
export async function endLiveTokens(
  db: Db,
  which: { userId: string; now: Date } & ({ id: string } | { except: string }),
): Promise<number> {
  const { userId, now } = which
  const chosen = 'id' in which ? eq(tokens.id, which.id) : ne(tokens.id, which.except)
  const ended = await db
    .update(tokens)
    .set({ endedAt: now })
    .where(and(eq(tokens.userId, userId), chosen, liveAt(now)))
    .returning({ id: tokens.id })
  return ended.length
}

/** Ends every bearer of the user. */
export async function endTokens(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .update(tokens)
    .set({ endedAt: now })
    .where(and(eq(tokens.userId, userId), isNull(tokens.endedAt)))
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
