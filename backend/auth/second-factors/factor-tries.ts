import { and, asc, eq, gt, or } from 'drizzle-orm'
import { dayMs } from '../../clock'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { factorTries } from '../../db/schema/second-factors'
import { tooManyRequests } from '../../domain/refusal'
import { type Services } from '../../services'
import { isNewOrigin, wideNetworkOf } from '../sign-in-origin'

/**
 * Guessing at second factors. Whoever may try has the account's password or a bearer of it. Invariants: a try counts
 * before it is compared, so that many at once are not more than five; five in ten minutes by challenge or bearer, and by
 * account and network; a hundred a day by account from places that it was not used from, so that many networks are no
 * way around it. None of the three stops the owner elsewhere: another network has tries of its own, and a known place
 * does not count by the day.
 */

const maxTries = 5
const windowMs = 10 * 60_000
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
 * @returns whether the owner should be told of the tries so far, if this one is wrong: once a day at most
 * @throws Refusal too_many_requests
 */
export async function countFactorTry(
  { db, newId, realClock }: Pick<Services, 'db' | 'newId' | 'realClock'>,
  { userId, bearerId, address, device }: TryOrigin,
): Promise<{ isAlarming: boolean }> {
  const now = realClock.now()
  const network = wideNetworkOf(address)
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const ofDay = await tx
      .select()
      .from(factorTries)
      .where(and(eq(factorTries.userId, userId), gt(factorTries.triedAt, before(now, dayMs))))
      .orderBy(asc(factorTries.triedAt))
    const ofLate = ofDay.filter(({ triedAt }) => triedAt > before(now, windowMs))
    for (const own of [
      ofLate.filter((one) => one.bearerId === bearerId),
      ofLate.filter((one) => one.network === network),
    ]) {
      if (own.length >= maxTries) throw waitUntil(own[own.length - maxTries]!.triedAt, windowMs, now)
    }
    if (ofDay.length >= maxStrangeTriesPerDay && (await isNewOrigin(tx, { userId, now, address, device }))) {
      throw waitUntil(ofDay[ofDay.length - maxStrangeTriesPerDay]!.triedAt, dayMs, now)
    }
    await tx.insert(factorTries).values({ id: newId(), userId, bearerId, network, triedAt: now })
    return { isAlarming: ofDay.length + 1 === maxTries }
  })
}

/** The try was right: those of the same place or bearer do not count. */
export async function forgiveFactorTries(tx: Db, { userId, bearerId, address }: TryOrigin): Promise<void> {
  await tx
    .delete(factorTries)
    .where(
      and(
        eq(factorTries.userId, userId),
        or(eq(factorTries.bearerId, bearerId), eq(factorTries.network, wideNetworkOf(address))),
      ),
    )
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

const waitUntil = (first: Date, spanMs: number, now: Date) =>
  tooManyRequests((first.getTime() + spanMs - now.getTime()) / 1000)
