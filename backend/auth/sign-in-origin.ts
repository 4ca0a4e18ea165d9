import { isIP } from 'node:net'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { deviceName } from '~/formats/device-name'
import { networkOf, siteOf } from '~/formats/network'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { tokens } from '../db/schema/access'
import { eventTtlMs } from './security-events'
import { type TokenOrigin } from './tokens'

/**
 * The origin of a sign-in: the browser's family without its version, and the network, a /24 of IPv4 or a /48 of IPv6.
 * Longer prefixes change too often within one household to be worth a notification.
 */

/** For how many days a place that was signed in from counts as known. */
export const knownOriginDays = 90

/** More origins than one account uses within the time. */
const maxOrigins = 1_000

/**
 * Whether the account was used before, and not from this origin within the last ninety days. The first sign-in of an
 * account is not new in this sense.
 * @param now real time
 */
export async function isNewOrigin(
  tx: Db,
  { userId, now, ...origin }: TokenOrigin & { userId: string; now: Date },
): Promise<boolean> {
  const { device, address, lastUsedAt } = tokens
  const since = new Date(now.getTime() - knownOriginDays * dayMs).toISOString()
  const earlier = await tx
    .select({ device, address, isRecent: sql<boolean>`bool_or(${lastUsedAt} > ${since}::timestamptz)` })
    .from(tokens)
    .where(eq(tokens.userId, userId))
    .groupBy(device, address)
    .orderBy(sql`max(${lastUsedAt}) desc`)
    .limit(maxOrigins)
  const place = placeOf(origin)
  return (
    earlier.length > 0 &&
    !earlier.some(
      ({ isRecent, ...one }) => isRecent && placeOf({ ...one, address: one.address ?? '' }) === place,
    )
  )
}

/**
 * Whether the account was signed in to before, and not from this device and network until a day ago. The bearer that is
 * used there may have been issued elsewhere.
 * @param now real time
 */
export async function isFreshOrigin(
  tx: Db,
  { userId, now, ...origin }: TokenOrigin & { userId: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - dayMs)
  const earlier = (await signInsOf(tx, userId)).filter(({ at }) => at < since)
  return earlier.length > 0 && !earlier.some(({ place }) => place === placeOf(origin))
}

/**
 * Whether the account was signed in to since then, or is used from this origin now, from a place that it was not signed in to
 * from before.
 * @param since real time
 */
export async function isUsedElsewhereSince(
  tx: Db,
  { userId, since, ...origin }: TokenOrigin & { userId: string; since: Date },
): Promise<boolean> {
  const signIns = await signInsOf(tx, userId)
  const known = new Set(signIns.filter(({ at }) => at < since).map(({ place }) => place))
  const later = signIns.filter(({ at }) => at >= since).map(({ place }) => place)
  return [placeOf(origin), ...later].some((place) => !known.has(place))
}

/**
 * Whether a session has proved a second factor, or its substitute, where it is used now: by itself, or by the trust in
 * the browser that it was issued to. A copy that is used elsewhere has not.
 */
export async function isProvenBearer(
  tx: Db,
  { tokenId, ...origin }: TokenOrigin & { tokenId: string },
): Promise<boolean> {
  const { id, device, address, steppedUpPlace, trustedDeviceId } = tokens
  const [found] = await tx
    .select({ device, address, steppedUpPlace, isTrusted: sql<boolean>`${trustedDeviceId} is not null` })
    .from(tokens)
    .where(eq(id, tokenId))
  if (!found) return false
  const place = placeOf(origin)
  const issuedAt = placeOf({ device: found.device, address: found.address ?? '' })
  return found.steppedUpPlace === place || (found.isTrusted && issuedAt === place)
}

/**
 * Whether somebody has proved a second factor, or its substitute, at this place within the last ninety days, or it was
 * signed in from more than seven days ago: for so long the owner can answer the notice of that. A password alone makes
 * no such place.
 * @param now real time
 */
export async function isProvenPlace(
  tx: Db,
  { userId, now, ...origin }: TokenOrigin & { userId: string; now: Date },
): Promise<boolean> {
  const { device, address, createdAt, lastUsedAt, steppedUpPlace } = tokens
  const place = placeOf(origin)
  const before = (ms: number) => new Date(now.getTime() - ms)
  const isRecent = and(eq(tokens.userId, userId), gt(lastUsedAt, before(knownOriginDays * dayMs)))
  if ((await tx.$count(tokens, and(isRecent, eq(steppedUpPlace, place)))) > 0) return true
  const earlier = await tx
    .selectDistinct({ device, address })
    .from(tokens)
    .where(and(isRecent, lt(createdAt, before(eventTtlMs))))
    .limit(maxOrigins)
  return earlier.some((one) => placeOf({ ...one, address: one.address ?? '' }) === place)
}

/** When and from where the account was signed in to, newest first. */
async function signInsOf(tx: Db, userId: string): Promise<{ place: string; at: Date }[]> {
  const { device, address, createdAt } = tokens
  const rows = await tx
    .select({ device, address, createdAt })
    .from(tokens)
    .where(eq(tokens.userId, userId))
    .orderBy(desc(createdAt))
    .limit(maxOrigins)
  return rows.map((one) => ({
    place: placeOf({ device: one.device, address: one.address ?? '' }),
    at: one.createdAt,
  }))
}

export const placeOf = ({ device, address }: TokenOrigin): string =>
  `${familyOf(device)} ${wideNetworkOf(address)}`

/** The browser's family; an unknown client by its first word, without the version: `Wget/1.24`. */
export const familyOf = (device: string | null): string =>
  deviceName(device ?? '') || (device?.split(/[ /]/, 1)[0] ?? '')

/** The /24 of an IPv4 address, written either way, or the /48 of an IPv6 one. */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address)
  return isIP(network) === 4 ? network.split('.').slice(0, 3).join('.') : (siteOf(address) ?? network)
}
