import { and, desc, eq, isNull } from 'drizzle-orm'
import { recordActivity } from '../../activity/record'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { stepUpCodes } from '../../db/schema/access'
import { type UserRow } from '../../db/schema/users'
import { stepUpTakesCode } from '../../funds/rules'
import { type Services } from '../../services'
import { codeHashOf, isCodeOf } from '../code-hash'
import { phraseOf, sendAfterAnswer } from '../security-notifications'
import { placeOf } from '../sign-in-origin'
import { type Caller, type TokenOrigin } from '../tokens'

/**
 * The code that stands in for a second factor at the step-up of an account without one: sent to the confirmed e-mail,
 * else to the confirmed phone, once the password was right. Invariants: a code is good for the bearer that typed the
 * password alone, at that place, for ten minutes of real time, once; a bearer is sent one a minute; the newest one counts.
 * Tries are counted with those of second factors (`factor-tries.ts`).
 */

export type StepUpChannel = typeof stepUpCodes.$inferSelect.channel

interface Bearer {
  userId: string
  tokenId: string
}

const ttlMs = 10 * 60_000
const resendAfterMs = 60_000

/**
 * The addresses that such a code can go to, in the order in which they are tried. Nobody has confirmed an operator's
 * e-mail, which another operator has written.
 */
function codeRecipientsOf({ role, email, phone, phoneConfirmedAt }: UserRow) {
  return [
    ...(email && role !== 'operator' ? [{ channel: 'email', recipient: email } as const] : []),
    ...(phone && phoneConfirmedAt ? [{ channel: 'sms', recipient: phone } as const] : []),
  ]
}

/**
 * Sends a code, unless the bearer was sent one within the last minute that is still good. Another code goes to the other
 * address, if there are two: the owner may have lost one of them. What can't be sent now the outbox worker sends.
 * @returns where it goes; null for an account that has confirmed no address, and where the company sends no codes
 * @throws Refusal too_many_requests over the quota of the address
 */
export async function sendStepUpCode(
  services: Services,
  { caller: { user, tokenId }, ...origin }: TokenOrigin & { caller: Caller },
): Promise<StepUpChannel | null> {
  const { db, newCode, newId, outbox, realClock } = services
  const userId = user.id
  const { channel, messages } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, userId)
    const recipients = (await stepUpTakesCode(tx)) ? codeRecipientsOf(present) : []
    const now = realClock.now()
    const last = await newestCode(tx, { userId, tokenId })
    const isFresh = isGood(last, now) && last.place === placeOf(origin)
    if (isFresh && now.getTime() - last.createdAt.getTime() < resendAfterMs)
      return { channel: last.channel, messages: [] }
    const other = recipients.find((one) => isFresh && one.channel !== last.channel)
    const to = other ?? recipients[0]
    if (!to) return { channel: null, messages: [] }
    const [id, code] = [newId(), newCode()]
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + ttlMs) }
    await tx.insert(stepUpCodes).values({
      ...{ id, userId, tokenId, place: placeOf(origin), channel: to.channel },
      ...{ codeHash: codeHashOf(id, code), ...times },
    })
    await recordActivity(tx, newId, { userId, at: now, kind: 'step_up_code_sent', origin })
    const { language } = present
    const message = { ...to, kind: 'step_up_code', values: { code, ...phraseOf(present) }, language }
    return { channel: to.channel, messages: [await outbox.post(tx, userId, message, origin.address)] }
  })
  sendAfterAnswer(services, messages)
  return channel
}

/** Whether a code was sent to the bearer that is still good; typing one is no guess without it. */
export async function hasStepUpCode(db: Db, { now, ...bearer }: Bearer & { now: Date }): Promise<boolean> {
  return isGood(await newestCode(db, bearer), now)
}

/** Uses a code up, with the account locked. False: it is not the bearer's newest one, or no longer good. */
export async function useStepUpCode(
  tx: Db,
  { code, now, place, ...bearer }: Bearer & { place: string; code: string; now: Date },
): Promise<boolean> {
  const newest = await newestCode(tx, bearer)
  if (!isGood(newest, now) || newest.place !== place || !isCodeOf(newest, code)) return false
  const used = await tx
    .update(stepUpCodes)
    .set({ usedAt: now })
    .where(and(eq(stepUpCodes.id, newest.id), isNull(stepUpCodes.usedAt)))
    .returning({ id: stepUpCodes.id })
  return used.length > 0
}

type CodeRow = typeof stepUpCodes.$inferSelect

const isGood = (code: CodeRow | undefined, now: Date): code is CodeRow =>
  code !== undefined && code.usedAt === null && code.expiresAt > now

async function newestCode(db: Db, { userId, tokenId }: Bearer) {
  const [newest] = await db
    .select()
    .from(stepUpCodes)
    .where(and(eq(stepUpCodes.userId, userId), eq(stepUpCodes.tokenId, tokenId)))
    .orderBy(desc(stepUpCodes.createdAt), desc(stepUpCodes.id))
    .limit(1)
  return newest
}
