import { and, asc, eq, gt, or } from 'drizzle-orm'
import { dayMs } from '../../clock'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { securityEvents } from '../../db/schema/notifications'
import { factorTries } from '../../db/schema/second-factors'
import { tooManyRequests } from '../../domain/refusal'
import { type Services } from '../../services'
import { isProvenBearer, isProvenPlace, wideNetworkOf } from '../sign-in-origin'

/**
 * Guessing at second factors. Whoever may try has the account's password or a bearer of it. Invariants: a try counts
 * before it is compared, so that many at once are not more than five; five in ten minutes by challenge or bearer, and by
 * account and network; of codes that can be guessed fifty a day by each of these, and a hundred a day by account from all
 * places where nobody has proved a factor, or many networks would be a way around it. No wait stops the owner
 * elsewhere: a session that has proved a factor where it is used counts by itself, whoever else is in its network; a
 * known place is not counted with strange ones; a recovery code, which nobody guesses, passes on any day.
 */

const maxTries = 5
const windowMs = 10 * 60_000
const maxTriesPerDay = 50
const maxStrangeTriesPerDay = 100

export interface TryOrigin {
  userId: string
  /** The challenge or the bearer that it is tried with. */
  bearerId: string
  address: string
  device: string | null
}

/**
 * Counts one try.
 * @param isShort whether the code is one of six digits, which could be guessed
 * @returns the tries of the last day, with this one
 * @throws Refusal too_many_requests
 */
export async function countFactorTry(
  { db, newId, realClock }: Pick<Services, 'db' | 'newId' | 'realClock'>,
  { userId, bearerId, address, device }: TryOrigin,
  { isShort }: { isShort: boolean },
): Promise<number> {
  const now = realClock.now()
  const network = wideNetworkOf(address)
  const origin = { address, device }
  const refuseOver = (tries: { triedAt: Date }[], { limit, spanMs }: { limit: number; spanMs: number }) => {
    const counted = tries.filter(({ triedAt }) => triedAt > before(now, spanMs))
    if (counted.length >= limit) throw waitUntil(counted[counted.length - limit]!.triedAt, spanMs, now)
  }
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const ofDay = await tx
      .select()
      .from(factorTries)
      .where(and(eq(factorTries.userId, userId), gt(factorTries.triedAt, before(now, dayMs))))
      .orderBy(asc(factorTries.triedAt))
    const isProven = await isProvenBearer(tx, { tokenId: bearerId, ...origin })
    const ofBearer = ofDay.filter((one) => one.bearerId === bearerId)
    const ofNetwork = ofDay.filter((one) => one.network === network)
    for (const own of isProven ? [ofBearer] : [ofBearer, ofNetwork]) {
      refuseOver(own, { limit: maxTries, spanMs: windowMs })
      if (isShort) refuseOver(own, { limit: maxTriesPerDay, spanMs: dayMs })
    }
    if (isShort && ofDay.length >= maxStrangeTriesPerDay && !isProven) {
      if (!(await isProvenPlace(tx, { userId, now, ...origin })))
        refuseOver(ofDay, { limit: maxStrangeTriesPerDay, spanMs: dayMs })
    }
    await tx.insert(factorTries).values({ id: newId(), userId, bearerId, network, triedAt: now })
    return ofDay.length + 1
  })
}

/**
 * Whether the owner is told now that somebody guesses: once a day, as long as it goes on. It is for the transaction
 * of the message, with the account locked.
 * @param tries of the last day
 */
export async function isGuessingNews(
  tx: Db,
  { userId, tries, now }: { userId: string; tries: number; now: Date },
): Promise<boolean> {
  if (tries < maxTries) return false
  const { kind, createdAt } = securityEvents
  const messagesOfDay = await tx.$count(
    securityEvents,
    and(eq(securityEvents.userId, userId), eq(kind, 'factor_guessed'), gt(createdAt, before(now, dayMs))),
  )
  return messagesOfDay === 0
}

/**
 * The try was right: those of the same bearer do not count, nor those of its network, unless the session counts by
 * itself.
 */
export async function forgiveFactorTries(tx: Db, { userId, bearerId, ...origin }: TryOrigin): Promise<void> {
  const isProven = await isProvenBearer(tx, { tokenId: bearerId, ...origin })
  const ofNetwork = isProven ? undefined : eq(factorTries.network, wideNetworkOf(origin.address))
  await tx
    .delete(factorTries)
    .where(and(eq(factorTries.userId, userId), or(eq(factorTries.bearerId, bearerId), ofNetwork)))
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

const waitUntil = (first: Date, spanMs: number, now: Date) =>
  tooManyRequests((first.getTime() + spanMs - now.getTime()) / 1000)
