import { type UserRow } from '../db/schema/users'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { prepared } from '../db/prepared'
import { tokens } from '../db/schema/access'
import { users } from '../db/schema/users'
import { hashOfSecret, newSecret } from './random-secret'
import { endTrustedDevices } from './second-factors/trusted-devices'

/**
 * The bearers. Invariants: a bearer is 256 random bits of which only the SHA-256 is stored; it lives 30 days of real
 * time and ends at once when its row ends.
 */

const ttlMs = 30 * dayMs
/** `last_used_at` is for the list of sessions; a write on every request would be wasted. */
const usedIntervalMs = 5 * 60_000

/** The holder of a live token. */
export interface Bearer {
  user: UserRow
  tokenId: string
  /** Whom the token was issued to. */
  issuedTo: { device: string | null; address: string | null }
}

/** The caller who holds the token of a request. */
export interface Caller extends Bearer {
  /** The client of the request. */
  origin: TokenOrigin
}

/** A step-up of a bearer. */
export interface SteppedUp {
  until: Date
  /** The browser's family and the wide network (`sign-in-origin.ts`). */
  place: string
}

export interface TokenOrigin {
  device: string | null
  address: string
}

export interface TokenOptions {
  trustedDeviceId?: string | null
  steppedUp?: SteppedUp | null
}

/** Issues a bearer for the user and returns it; the plain value is stored nowhere. */
export async function issueToken(
  db: Db,
  {
    id,
    userId,
    now,
    device,
    address,
    trustedDeviceId,
    steppedUp,
  }: TokenOrigin & TokenOptions & { id: string; userId: string; now: Date },
): Promise<string> {
  const token = newSecret()
  await db.insert(tokens).values({
    id,
    userId,
    tokenHash: hashOfSecret(token),
    device,
    address,
    trustedDeviceId,
    steppedUpUntil: steppedUp?.until,
    steppedUpPlace: steppedUp?.place,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + ttlMs),
  })
  return token
}

/** The question of every call with a bearer. */
const callerQuery = prepared('caller', (db) =>
  db
    .select({
      user: users,
      tokenId: tokens.id,
      device: tokens.device,
      address: tokens.address,
      lastUsedAt: tokens.lastUsedAt,
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        eq(tokens.tokenHash, sql.placeholder('tokenHash')),
        isNull(tokens.endedAt),
        gt(tokens.expiresAt, sql.placeholder('now')),
      ),
    ),
)

/** The user of the bearer; null if it is unknown, ended or expired. */
export async function callerOf(db: Db, token: string, now: Date): Promise<Bearer | null> {
  const [found] = await callerQuery(db).execute({ tokenHash: hashOfSecret(token), now })
  if (!found) return null
  if (now.getTime() - found.lastUsedAt.getTime() > usedIntervalMs) {
    await db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, found.tokenId))
  }
  const { user, tokenId, device, address } = found
  return { user, tokenId, issuedTo: { device, address } }
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

/**
 * Ends one bearer of the user, or all but one, and the trust in the browsers that they were issued to. Returns how many
 * it ended.
 * @param which.keepsTrust the owner signs out on the very browser, which stays known
 */
export async function endLiveTokens(
  db: Db,
  which: { userId: string; now: Date } & ({ id: string; keepsTrust?: boolean } | { except: string }),
): Promise<number> {
  const { userId, now } = which
  const chosen = 'id' in which ? eq(tokens.id, which.id) : ne(tokens.id, which.except)
  const ended = await db
    .update(tokens)
    .set({ endedAt: now })
    .where(and(eq(tokens.userId, userId), chosen, liveAt(now)))
    .returning({ id: tokens.id, trustedDeviceId: tokens.trustedDeviceId })
  if ('except' in which) await endTrustedDevices(db, { userId, now })
  else if (!which.keepsTrust)
    for (const { trustedDeviceId } of ended)
      if (trustedDeviceId !== null) await endTrustedDevices(db, { userId, id: trustedDeviceId, now })
  return ended.length
}

/** Ends every bearer of the user, and the trust in every browser. */
export async function endTokens(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .update(tokens)
    .set({ endedAt: now })
    .where(and(eq(tokens.userId, userId), isNull(tokens.endedAt)))
  await endTrustedDevices(db, { userId, now })
}
