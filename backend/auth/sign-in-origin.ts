import { isIP } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { deviceName } from '~/formats/device-name'
import { networkOf, siteOf } from '~/formats/network'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { tokens } from '../db/schema/access'
import { type TokenOrigin } from './tokens'

/**
 * Where somebody signs in from: the family of the browser, whatever its version, together with the network, a /24 of
 * IPv4 or a /48 of IPv6. Finer than that the addresses of one household change too often to be told of.
 */

/** For how many days a place that was signed in from counts as known. */
export const knownOriginDays = 90

/** More places than anybody signs in from within the time. */
const maxOrigins = 1_000

/**
 * Whether the account was used before, and from no such place within the last ninety days. Of an account that nobody
 * has signed in to yet every place is the first one, which is nothing to tell.
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

/** What is no known browser is told apart by its first word, without the version: `Wget/1.24`. */
const placeOf = ({ device, address }: TokenOrigin): string =>
  `${deviceName(device ?? '') || device?.split(/[ /]/, 1)[0]} ${wideNetworkOf(address)}`

/** The /24 of an IPv4 address, written either way, or the /48 of an IPv6 one. */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address)
  return isIP(network) === 4 ? network.split('.').slice(0, 3).join('.') : (siteOf(address) ?? network)
}
