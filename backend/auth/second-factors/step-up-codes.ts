import { and, desc, eq, isNull } from 'drizzle-orm'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { stepUpCodes } from '../../db/schema/access'
import { type UserRow } from '../../db/schema/users'
import { stepUpTakesCode } from '../../funds/rules'
import { type Services } from '../../services'
import { codeHashOf, isCodeOf } from '../code-hash'
import { phraseOf, recipientOf, sendAfterAnswer } from '../security-notifications'
import { type Caller } from '../tokens'

/**
 * The code that stands in for a second factor at the step-up of an account without one: sent to the confirmed e-mail,
 * else to the confirmed phone, once the password was right. Invariants: a code is good for the bearer that typed the
 * password alone, for ten minutes of real time, once; a bearer is sent one a minute; the newest one counts. Tries are
 * counted with those of second factors (`factor-tries.ts`).
 */

export type StepUpChannel = typeof stepUpCodes.$inferSelect.channel

interface Bearer {
  userId: string
  tokenId: string
}

const ttlMs = 10 * 60_000
const resendAfterMs = 60_000

/**
 * The address that such a code goes to; null for an account that has confirmed none. Nobody has confirmed an operator's
 * e-mail, which another operator has written.
 */
const codeRecipientOf = (user: UserRow) =>
  recipientOf(user.role === 'operator' ? { ...user, email: null } : user)

/**
 * Sends a code, unless the bearer was sent one within the last minute that is still good. What can't be sent now the
 * outbox worker sends.
 * @returns where it goes; null for an account that has confirmed no address, and where the company sends no codes
 * @throws Refusal too_many_requests over the quota of the address
 */
export async function sendStepUpCode(
  services: Services,
  { user: { id: userId }, tokenId }: Caller,
): Promise<StepUpChannel | null> {
  const { db, newCode, newId, outbox, realClock } = services
  const { channel, messages } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, userId)
    const to = (await stepUpTakesCode(tx)) ? codeRecipientOf(present) : null
    if (!to) return { channel: null, messages: [] }
    const { channel } = to
    const now = realClock.now()
    const last = await newestCode(tx, { userId, tokenId })
    if (last && !last.usedAt && now.getTime() - last.createdAt.getTime() < resendAfterMs)
      return { channel: last.channel, messages: [] }
    const [id, code] = [newId(), newCode()]
    const codeHash = codeHashOf(id, code)
    const expiresAt = new Date(now.getTime() + ttlMs)
    await tx.insert(stepUpCodes).values({ id, userId, tokenId, channel, codeHash, createdAt: now, expiresAt })
    const { language } = present
    const values = { code, ...phraseOf(present) }
    return {
      channel,
      messages: [await outbox.post(tx, userId, { ...to, kind: 'step_up_code', values, language })],
    }
  })
  sendAfterAnswer(services, messages)
  return channel
}

/** Uses a code up, with the account locked. False: it is not the bearer's newest one, or no longer good. */
export async function useStepUpCode(
  tx: Db,
  { code, now, ...bearer }: Bearer & { code: string; now: Date },
): Promise<boolean> {
  const newest = await newestCode(tx, bearer)
  if (!newest || newest.usedAt || newest.expiresAt <= now || !isCodeOf(newest, code)) return false
  const used = await tx
    .update(stepUpCodes)
    .set({ usedAt: now })
    .where(and(eq(stepUpCodes.id, newest.id), isNull(stepUpCodes.usedAt)))
    .returning({ id: stepUpCodes.id })
  return used.length > 0
}

async function newestCode(db: Db, { userId, tokenId }: Bearer) {
  const [newest] = await db
    .select()
    .from(stepUpCodes)
    .where(and(eq(stepUpCodes.userId, userId), eq(stepUpCodes.tokenId, tokenId)))
    .orderBy(desc(stepUpCodes.createdAt), desc(stepUpCodes.id))
    .limit(1)
  return newest
}
