import { eq } from 'drizzle-orm'
import { recordActivity } from '../activity/record'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { restWithdrawals } from '../funds/withdrawal-safety'
import { type Message } from '../outbox/transport'
import { type Services } from '../services'
import { foldEmail, foldLogin, foldPhone } from './contact'
import { lockAccount } from '../db/lock-account'
import { contactsRestMs, dropCodes, replaceCode, resetCodeDigits, tryCode, useCode } from './password-codes'
import { isTooSimple } from './password-rules'
import { cancelContactReplacement } from './replace-contacts'
import { notifyOwner, phraseOf, sendAfterAnswer } from './security-notifications'
import { type TokenOrigin, endTokens } from './tokens'
import { type UserRow } from '../db/schema/users'
import { findByAnyName } from './users'

/**
 * A new password for an owner who has forgotten the old one. Invariants: neither the answers nor their timing reveal
 * who has an account; a code goes only to an address that the account has had for three days; every bearer issued under
 * the old password ends, and withdrawals rest.
 */

/**
 * Sends a code if the account exists. All work that depends on the account runs after the answer. A message that the
 * transport can't take now is retried by the outbox worker while the code lives.
 * @throws Refusal too_many_requests, counted alike for known and unknown names
 */
export async function sendResetCode(
  services: Services,
  { login, address }: { login: string; address: string },
): Promise<void> {
  const { limits, afterAnswer, db, outbox } = services
  await limits.resetRequests.count(address, nameOf(login))
  await limits.resetRequestsPerDay.count(address, nameOf(login))
  await limits.signInByAddress.count(address)
  afterAnswer.run('a code for a new password', async () => {
    const user = await findByAnyName(db, login)
    if (!user) return
    // An account has several names. The answer must not reveal that all of them together are over the limit.
    const pair = [address, accountOf(user)]
    if (!(await limits.resetRequests.allows(...pair)) || !(await limits.resetRequestsPerDay.allows(...pair)))
      return
    const messageId = await postResetCode(services, user.id)
    if (messageId) await outbox.send(db, messageId)
  })
}

/**
 * Sets the password by the code that was sent. The password is hashed before the account is looked up, so that an
 * unknown name takes as long as a wrong code.
 * @throws Refusal code_invalid, also for an unknown name; code_expired for the right code, too late;
 * password_too_simple, too_many_requests
 */
export async function resetPassword(
  services: Services,
  { login, code, password, address, device }: TokenOrigin & { login: string; code: string; password: string },
): Promise<void> {
  const { db, limits, passwords, realClock, productClock } = services
  await limits.resetTried.count(address, nameOf(login))
  await limits.signInByAddress.count(address)
  if (await isTooSimple(password, { login })) throw tooSimple()
  const passwordHash = await passwords.hash(password)
  const user = await findByAnyName(db, login)
  // Not in the transaction below: a try that a refusal undoes would not count. Too many tries under another name of the
  // account are answered like a wrong code: an own error code would link the names.
  const mayTry = user !== null && (await limits.resetTried.allows(address, accountOf(user)))
  const tried = mayTry ? await tryCode(db, user.id, code, realClock.now()) : 'wrong'
  if (!user || tried === 'wrong') throw new Refusal('code_invalid', { field: 'code' })
  if (tried === 'expired') throw codeExpired()
  // The password is compared with the account's own words only now: before, the answer would reveal them.
  if (await isTooSimple(password, user)) throw tooSimple()
  const messages = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, user.id)
    const now = realClock.now()
    if (!(await useCode(tx, tried.id, now))) throw codeExpired()
    await tx.update(users).set({ passwordHash, passwordResetRequired: false }).where(eq(users.id, user.id))
    await dropCodes(tx, user.id, now)
    await endTokens(tx, user.id, now)
    const origin = { address, device }
    await recordActivity(tx, services.newId, { userId: user.id, at: now, kind: 'password_reset', origin })
    await restWithdrawals(tx, { userId: user.id, reason: 'password', now: productClock.now() })
    const kept = await cancelContactReplacement(tx, services, present)
    return [...kept, ...(await notifyOwner(tx, services, present, { kind: 'password_changed' }))]
  })
  sendAfterAnswer(services, messages)
}

/** Null if no code is sent, also if a quota of messages is used up. The answer does not depend on it. */
async function postResetCode(services: Services, userId: string): Promise<string | null> {
  try {
    return await services.db.transaction((tx) => writeResetCode(tx, services, userId))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return null
    throw error
  }
}

async function writeResetCode(
  tx: Db,
  { newId, newCode, realClock, outbox }: Services,
  userId: string,
): Promise<string | null> {
  const user = await lockAccount(tx, userId)
  const to = recipientOf(user, realClock.now())
  if (!to) return null
  const code = newCode(resetCodeDigits)
  if (!(await replaceCode(tx, { id: newId(), code, userId, now: realClock.now() }))) return null
  const values = { code, ...phraseOf(user) }
  return outbox.post(tx, userId, { ...to, kind: 'password_code', values, language: user.language })
}

/**
 * By SMS to a confirmed number, for any typed name; else by mail to a confirmed e-mail. None is sent for three days
 * after a change of contacts, which a stolen bearer could have made.
 */
function recipientOf(
  { email, phone, phoneConfirmedAt, contactsChangedAt }: UserRow,
  now: Date,
): Pick<Message, 'channel' | 'recipient'> | null {
  if (contactsChangedAt && now.getTime() - contactsChangedAt.getTime() < contactsRestMs) return null
  if (phone && phoneConfirmedAt) return { channel: 'sms', recipient: phone }
  return email ? { channel: 'email', recipient: email } : null
}

/** One spelling of the typed name: a limit counts the name, not its spelling. */
function nameOf(typed: string): string {
  return `name ${typed.includes('@') ? foldEmail(typed) : (foldPhone(typed) ?? foldLogin(typed))}`
}

const accountOf = ({ id }: UserRow): string => `account ${id}`

const codeExpired = () => new Refusal('code_expired', { field: 'code' })
const tooSimple = () => new Refusal('password_too_simple', { field: 'password' })
