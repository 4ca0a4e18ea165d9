import { type Db } from '../db/connect'
import { type Services } from '../services'
import { type IssuedCode, forgetCode, storeCode } from './phone-codes'
import { refuseUnreachable } from './reachable-phone'
import { type UserRow } from '../db/schema/users'

/** A code for a phone: stored and posted in the transaction of its cause, sent after it. */

export interface PostedCode extends IssuedCode {
  messageId: string
}

/**
 * Stores a code for the number and its message, in the transaction of its cause.
 * @param from the client's address
 * @throws Refusal too_many_requests, network_quota, validation of a number that can't get messages
 */
export async function postCode(
  tx: Db,
  { id: userId, phone, language, from }: Pick<UserRow, 'id' | 'language'> & { phone: string; from: string },
  { newId, newCode, realClock, outbox }: Services,
): Promise<PostedCode> {
  refuseUnreachable(phone)
  const code = newCode()
  const stored = await storeCode(tx, { id: newId(), code, userId, phone, now: realClock.now() })
  const message = {
    channel: 'sms',
    recipient: phone,
    kind: 'phone_code',
    values: { code },
    language,
  } as const
  const messageId = await outbox.post(tx, userId, message, from)
  return { ...stored, messageId }
}

/** Sends it. False: it could not be sent and was deleted, so that another can be requested at once. */
export async function sendCode(posted: PostedCode, { db, outbox }: Services): Promise<boolean> {
  const sent = await outbox.send(db, posted.messageId)
  if (!sent) {
    await outbox.giveUp(db, posted.messageId)
    await forgetCode(db, posted.id)
  }
  return sent
}
