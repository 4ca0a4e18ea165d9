import { and, eq, gt } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { recordRefused } from '../activity/record'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { lockAccount } from '../db/lock-account'
import { tokens, usedPlaces } from '../db/schema/access'
import { Refusal } from '../domain/refusal'
import { deviceName } from '~/formats/device-name'
import { regionOf } from '~/formats/network'
import { type Services } from '../services'
import { notifyOwner, sendAfterAnswer } from './security-notifications'
import { familyOf, knownOriginDays } from './sign-in-origin'
import { type Caller, type TokenOrigin, endLiveTokens } from './tokens'

/**
 * A bearer that is used elsewhere than it was issued: the cookie may be a copy. Its owner is told, once for each place
 * that the account was neither signed in to from nor used from within ninety days. A place is the browser's family and the
 * region of the network: narrower ones change all day on a phone. It runs after the answer and holds nobody up.
 */
export interface PlaceWatch {
  /** Notes from where a caller's request came. */
  note(caller: Caller, origin: TokenOrigin): void
}

const usedPlaceOf = ({ device, address }: { device: string | null; address: string | null }): string =>
  `${familyOf(device)} ${regionOf(address ?? '')}`

export function watchUsedPlaces(services: Services): PlaceWatch {
  /** Bearers with the device and address of a request, so that a known one costs no more than a look-up here. */
  const noted = new LRUCache<string, true>({ max: 10_000 })
  return {
    note(caller, origin) {
      const key = `${caller.tokenId} ${origin.address} ${origin.device}`
      if (noted.has(key)) return
      noted.set(key, true)
      const place = usedPlaceOf(origin)
      if (place === usedPlaceOf(caller.issuedTo)) return
      services.afterAnswer.run('a session that is used elsewhere', async () => {
        sendAfterAnswer(services, await storePlace(services, caller.user.id, { ...origin, place }))
      })
    },
  }
}

/** @returns the messages to send; none if the place is known */
async function storePlace(
  services: Services,
  userId: string,
  { place, device, address }: TokenOrigin & { place: string },
): Promise<string[]> {
  const { db, realClock } = services
  return db.transaction(async (tx) => {
    const owner = await lockAccount(tx, userId)
    const now = realClock.now()
    if (await wasSignedInFrom(tx, { userId, place, now })) return []
    const added = await tx
      .insert(usedPlaces)
      .values({ userId, place, firstUsedAt: now })
      .onConflictDoNothing()
      .returning({ place: usedPlaces.place })
    if (added.length === 0) return []
    const values = { device: deviceName(device ?? ''), address }
    return notifyOwner(tx, services, owner, { kind: 'session_elsewhere', values })
  })
}

/**
 * Refuses a call that a bearer is good for only where its account was signed in to within ninety days, and ends the bearer
 * and the trust in its browser: whoever has copied the cookie has no password to sign in with, and an owner who is on
 * the way signs in once at each such place.
 * @throws Refusal unauthorized
 */
export async function refuseElsewhere(
  { db, newId, realClock }: Pick<Services, 'db' | 'newId' | 'realClock'>,
  { user: { id: userId }, tokenId, issuedTo, origin }: Caller,
): Promise<void> {
  const place = usedPlaceOf(origin)
  if (place === usedPlaceOf(issuedTo)) return
  const now = realClock.now()
  if (await wasSignedInFrom(db, { userId, place, now })) return
  await recordRefused(db, newId, { userId, at: now, kind: 'used_elsewhere', origin })
  await endLiveTokens(db, { userId, id: tokenId, now })
  throw new Refusal('unauthorized')
}

async function wasSignedInFrom(
  tx: Db,
  { userId, place, now }: { userId: string; place: string; now: Date },
): Promise<boolean> {
  const { device, address, lastUsedAt } = tokens
  const since = new Date(now.getTime() - knownOriginDays * dayMs)
  const places = await tx
    .selectDistinct({ device, address })
    .from(tokens)
    .where(and(eq(tokens.userId, userId), gt(lastUsedAt, since)))
  return places.some((one) => usedPlaceOf(one) === place)
}
