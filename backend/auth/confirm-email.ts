import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { restWithdrawals } from '../funds/withdrawal-safety'
import { type Services } from '../services'
import {
  type IssuedEmailCode,
  emailCodeExpired,
  forgetEmailCode,
  refuseEarlyEmailCode,
  storeEmailCode,
  tryEmailCode,
  useEmailCode,
} from './email-codes'
import { lockAccount } from '../db/lock-account'
import { dropCodes } from './password-codes'
import { sendAfterAnswer, notifyOwner } from './security-notifications'
import { refusalOfTaken } from './taken'
import { type TokenOrigin } from './tokens'
import { type UserRow } from '../db/schema/users'

/**
 * An e-mail counts once it is confirmed. Until then it stays in `pending_email`: it signs no one in, receives only its
 * code, and does not reserve the address. A confirmed address stays in force until its replacement is confirmed.
 */

export interface PostedEmailCode extends IssuedEmailCode {
  messageId: string
}

/**
 * Writes a code for the address and its message, in the transaction of its cause. The account's row is locked.
 * @throws Refusal too_many_requests
 */
export async function postEmailCode(
  tx: Db,
  { id: userId, language }: Pick<UserRow, 'id' | 'language'>,
  email: string,
  { newId, newCode, realClock, outbox }: Services,
): Promise<PostedEmailCode> {
  const now = realClock.now()
  await refuseEarlyEmailCode(tx, userId, now)
  const code = newCode()
  const stored = await storeEmailCode(tx, { id: newId(), code, userId, email, now })
  const messageId = await outbox.post(tx, userId, {
    channel: 'email',
    recipient: email,
    kind: 'email_code',
    values: { code },
    language,
  })
  return { ...stored, messageId }
}

/** Sends the code. False: it could not be sent and was deleted, so that another can be requested at once. */
export async function sendEmailCode(posted: PostedEmailCode, { db, outbox }: Services): Promise<boolean> {
  const sent = await outbox.send(db, posted.messageId)
  if (!sent) {
    await outbox.giveUp(db, posted.messageId)
    await forgetEmailCode(db, posted.id)
  }
  return sent
}

/**
 * Sends another code to the pending address.
 * @throws Refusal forbidden if there is none, too_many_requests, code_not_sent
 */
export async function resendEmailCode(services: Services, userId: string): Promise<PostedEmailCode> {
  const posted = await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account.pendingEmail) throw new Refusal('forbidden')
    return postEmailCode(tx, account, account.pendingEmail, services)
  })
  if (!(await sendEmailCode(posted, services))) throw new Refusal('code_not_sent')
  return posted
}

/**
 * Sends the first code, as soon as the phone is confirmed. An account without a confirmed phone causes no mail. A
 * used-up quota is not an error here, since a code can be requested later.
 */
export async function sendFirstEmailCode(services: Services, userId: string): Promise<void> {
  try {
    await resendEmailCode(services, userId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/**
 * Confirms the pending address by its code. It then belongs to this account alone: other accounts with the same pending
 * address lose it. The replaced address and the cabinet are notified, and withdrawals rest.
 * @throws Refusal code_invalid, code_expired (also where no address waits), email_taken, too_many_requests
 */
export async function confirmEmail(
  services: Services,
  user: UserRow,
  { code, origin }: { code: string; origin: TokenOrigin },
): Promise<void> {
  const { db, newId, realClock, productClock } = services
  const { id: userId, pendingEmail: email } = user
  if (!email) throw emailCodeExpired()
  // Not in the transaction below: a try that a refusal undoes would not count.
  const codeId = await tryEmailCode(db, { userId, email }, code, realClock.now())
  const messageIds = await db
    .transaction(async (tx) => {
      await lockAllWaiting(tx, email)
      const present = await lockAccount(tx, userId)
      const now = realClock.now()
      if (present.pendingEmail !== email || !(await useEmailCode(tx, codeId, now))) throw emailCodeExpired()
      await refuseTakenEmail(tx, email, userId)
      // Mail is the way to a new password only where no phone is confirmed, and for an operator.
      const isWayMoved = present.email !== null || present.role === 'operator' || !present.phoneConfirmedAt
      await tx
        .update(users)
        .set({ email, pendingEmail: null, ...(isWayMoved && { contactsChangedAt: now }) })
        .where(eq(users.id, userId))
      await endWaiting(tx, email, userId)
      // A code for a new password may have been sent to the old address.
      await dropCodes(tx, userId, now)
      await recordActivity(tx, newId, { userId, at: now, kind: 'email_changed', origin })
      // A first address replaces none.
      if (!present.email) return []
      await restWithdrawals(tx, { userId, reason: 'email', now: productClock.now() })
      return notifyOwner(tx, services, present, { kind: 'email_changed' })
    })
    .catch((error: unknown) => {
      throw refusalOfTaken(error) ?? error
    })
  sendAfterAnswer(services, messageIds)
}

/**
 * Only a confirmed address is taken.
 * @param email folded
 * @throws Refusal email_taken
 */
export async function refuseTakenEmail(tx: Db, email: string, userId: string): Promise<void> {
  if (await isEmailTaken(tx, email, userId)) throw new Refusal('email_taken', { field: 'email' })
}

/** Whether another account has confirmed the address, which is folded. */
export async function isEmailTaken(tx: Db, email: string, userId: string): Promise<boolean> {
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email}`, ne(users.id, userId), isNull(users.erasedAt)))
    .limit(1)
  return owner !== undefined
}

/** Nobody else waits for the address any more. */
export async function endWaiting(tx: Db, email: string, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ pendingEmail: null })
    .where(and(sql`lower(${users.pendingEmail}) = ${email}`, ne(users.id, userId)))
}

/** In the order of their ids, so that two who confirm the same address at once wait for each other and never in a circle. */
export async function lockAllWaiting(tx: Db, email: string): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.pendingEmail}) = ${email}`)
    .orderBy(users.id)
    .for('no key update')
}
