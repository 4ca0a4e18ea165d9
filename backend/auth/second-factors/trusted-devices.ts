import { and, eq, gt, isNull } from 'drizzle-orm'
import { dayMs } from '../../clock'
import { type Db } from '../../db/connect'
import { trustedDevices } from '../../db/schema/second-factors'
import { hashOfSecret, newSecret } from '../random-secret'

/**
 * Browsers that passed a second factor. Invariants: a device's token replaces the second factor of its own account and
 * nothing else, never the password; it lives ninety days of real time and is not prolonged; all of an account end with
 * its password, with a factor, and when the owner ends the other sessions.
 */

const ttlMs = 90 * dayMs

/** Returns the id of the row, and the token, whose plain value is stored nowhere. */
export async function trustDevice(
  tx: Db,
  { id, userId, device, now }: { id: string; userId: string; device: string | null; now: Date },
): Promise<string> {
  const token = newSecret()
  await tx.insert(trustedDevices).values({
    id,
    userId,
    tokenHash: hashOfSecret(token),
    device,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ttlMs),
  })
  return token
}

/** The id of the account's device with this token; null if it is another account's, ended or expired. */
export async function trustedDeviceOf(
  tx: Db,
  { userId, token, now }: { userId: string; token: string | undefined; now: Date },
): Promise<string | null> {
  if (!token) return null
  const [found] = await tx
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(
      and(
        eq(trustedDevices.tokenHash, hashOfSecret(token)),
        eq(trustedDevices.userId, userId),
        isNull(trustedDevices.endedAt),
        gt(trustedDevices.expiresAt, now),
      ),
    )
  return found?.id ?? null
}

/** Ends one device of the account, or all. */
export async function endTrustedDevices(
  db: Db,
  { userId, id, now }: { userId: string; id?: string; now: Date },
): Promise<void> {
  await db
    .update(trustedDevices)
    .set({ endedAt: now })
    .where(
      and(
        eq(trustedDevices.userId, userId),
        id === undefined ? undefined : eq(trustedDevices.id, id),
        isNull(trustedDevices.endedAt),
      ),
    )
}
