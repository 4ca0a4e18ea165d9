import { and, isNull, lte, or, sql } from 'drizzle-orm'
import { forgetTraces } from '../accounts/traces'
import { forgetActivity } from '../activity/record'
import { knownOriginDays } from '../auth/sign-in-origin'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { deleteInBatches } from '../db/delete-in-batches'
import { emailCodes, passwordCodes, phoneCodes, stepUpCodes, tokens, usedPlaces } from '../db/schema/access'
import {
  factorChallenges,
  factorTries,
  secondFactors,
  trustedDevices,
  usedPasskeyChallenges,
} from '../db/schema/second-factors'
import { operatorInvitations } from '../db/schema/operator'
import { outbox, securityEvents } from '../db/schema/notifications'
import { forgetAskers } from '../outbox/code-quotas'
import { forgetQuotes } from '../funds/quotes'
import { forgetExpired } from '../idempotency/answer-once'
import { forgetKept } from '../idempotency/keep-answer'
import { forgetInquirers } from '../accounts/inquiry-quotas'
import { forgetSenders } from '../accounts/upload-quotas'
import { forgetEvents } from '../money-in/inbox'
import { addWaitingUp } from '../statistics/waiting-sums'

/** Codes are used within minutes; a day is for support requests about a code that was refused. */
const codeDays = 1
/** Messages that were sent: long enough to look into a complaint. */
const messageDays = 30
/**
 * Ended bearers record for this long where the account was used. The last bearer of an account stays, to recognize an
 * owner who returns after a long time.
 */
const endedDays = knownOriginDays

/**
 * Deletes what has expired: answers of keyed calls, quotes, codes, bearers, what belongs to second factors, messages, records of
 * activity; and adds up what waits for operators. Each finds nothing the second
 * time, so that it may run twice or be killed half-way; what a day makes many of is deleted in batches.
 * @param now real time, by which all of these expire
 */
export async function cleanUp(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  await forgetExpired(db, now)
  await forgetKept(db, now)
  await forgetTraces(db, now)
  await forgetActivity(db, now)
  await forgetQuotes(db, now)
  await forgetSenders(db, now)
  await forgetInquirers(db, now)
  await forgetAskers(db, now)
  await forgetEvents(db, now)
  await addWaitingUp(db)
  await db.delete(phoneCodes).where(lte(phoneCodes.expiresAt, before(codeDays)))
  await db.delete(emailCodes).where(lte(emailCodes.expiresAt, before(codeDays)))
  await db.delete(stepUpCodes).where(lte(stepUpCodes.expiresAt, before(codeDays)))
  await db.delete(passwordCodes).where(lte(passwordCodes.expiresAt, before(codeDays)))
  await db
    .delete(tokens)
    .where(
      and(
        or(lte(tokens.expiresAt, before(endedDays)), lte(tokens.endedAt, before(endedDays))),
        sql`exists (select from tokens later where later.user_id = ${tokens.userId} and later.last_used_at > ${tokens.lastUsedAt})`,
      ),
    )
  await db.delete(factorChallenges).where(lte(factorChallenges.expiresAt, before(codeDays)))
  await db.delete(usedPasskeyChallenges).where(lte(usedPasskeyChallenges.expiresAt, before(codeDays)))
  await db.delete(factorTries).where(lte(factorTries.triedAt, before(codeDays)))
  await db
    .delete(secondFactors)
    .where(and(isNull(secondFactors.confirmedAt), lte(secondFactors.createdAt, before(codeDays))))
  await db
    .delete(trustedDevices)
    .where(or(lte(trustedDevices.expiresAt, now), lte(trustedDevices.endedAt, before(codeDays))))
  await db.delete(usedPlaces).where(lte(usedPlaces.firstUsedAt, before(knownOriginDays)))
  await db.delete(operatorInvitations).where(lte(operatorInvitations.expiresAt, before(messageDays)))
  await db.delete(securityEvents).where(lte(securityEvents.createdAt, before(messageDays)))
  await deleteInBatches(db, outbox, lte(outbox.createdAt, before(messageDays)))
}
