import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { newPasswordPage } from '~/contract/extensions/safety'
import { recordActivity } from '../activity/record'
import { hourMs } from '../clock'
import { type Db } from '../db/connect'
import { lockAccount } from '../db/lock-account'
import { type UserRow, users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { factorRemovalHours } from '../funds/rules'
import { restWithdrawals } from '../funds/withdrawal-safety'
import { type Services } from '../services'
import { endWaiting, isEmailTaken, lockAllWaiting, refuseTakenEmail } from './confirm-email'
import { foldEmail } from './contact'
import { endCodes } from './end-codes'
import { contactsRestMs, dropCodes } from './password-codes'
import { endChallenges } from './second-factors/challenges'
import { endTrustedDevices } from './second-factors/trusted-devices'
import { notifyOwnerEverywhere } from './security-notifications'
import { endTokens } from './tokens'

/**
 * An owner who has lost every address of the account. Invariants: an operator, who has made sure of the owner, plans that a
 * new e-mail replaces e-mail and phone; it takes place days later, and until then whoever has an old address, or is
 * signed in and answers "this was not me", ends it; the owner is told of each step at every old address and in the
 * cabinet; no password from before opens the account afterwards, second factors stay what they are.
 */

/** Of an account whose contacts stay. */
export const noReplacement = { replacementEmail: null, contactReplacementAt: null } as const

/**
 * Plans the replacement, and tells the owner at the new address too, which shows whether it was written right. Runs in the
 * transaction of an operator's decision.
 * @throws Refusal not_found for an account that is no investor's, already_decided if one is planned, email_taken
 */
export async function planContactReplacement(
  tx: Db,
  services: Services,
  { userId, email: typed }: { userId: string; email: string },
): Promise<void> {
  const { outbox, productClock } = services
  const user = await lockInvestor(tx, userId)
  if (user.contactReplacementAt) throw new Refusal('already_decided')
  const email = foldEmail(typed)
  await refuseTakenEmail(tx, email, userId)
  const wait = await factorRemovalHours(tx)
  const at = new Date(productClock.now().getTime() + wait * hourMs)
  await tx
    .update(users)
    .set({ replacementEmail: email, contactReplacementAt: at })
    .where(eq(users.id, userId))
  const hours = String(wait)
  await notifyOwnerEverywhere(tx, services, user, {
    kind: 'contact_replacement_planned',
    values: { email: maskedEmail(email), hours },
  })
  const { language } = user
  await outbox.post(tx, userId, {
    ...{ channel: 'email', recipient: email, kind: 'contact_planned', values: { hours }, language },
  })
}

/**
 * Whoever has an old address has not lost it, and an operator may have been deceived.
 * @param user as locked by the caller
 * @returns the messages to send
 */
export async function cancelContactReplacement(tx: Db, services: Services, user: UserRow): Promise<string[]> {
  if (!user.contactReplacementAt) return []
  await tx.update(users).set(noReplacement).where(eq(users.id, user.id))
  return notifyOwnerEverywhere(tx, services, user, { kind: 'contact_replacement_cancelled' })
}

/**
 * The account of an investor, locked.
 * @throws Refusal not_found
 */
export async function lockInvestor(tx: Db, userId: string): Promise<UserRow> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, 'investor')))
  if (!found) throw new Refusal('not_found')
  return lockAccount(tx, userId)
}

/** Carries out what is due, each account in a transaction of its own. The outbox worker sends the messages. */
export async function replaceDueContacts(services: Services): Promise<void> {
  const { db, productClock } = services
  const due = await db
    .select({ id: users.id, email: users.replacementEmail })
    .from(users)
    .where(and(isNotNull(users.replacementEmail), lte(users.contactReplacementAt, productClock.now())))
    .orderBy(asc(users.contactReplacementAt), asc(users.id))
  for (const { id, email } of due) await db.transaction((tx) => replaceContacts(tx, services, id, email!))
}

/** Does nothing to an account whose owner has ended the plan since. */
async function replaceContacts(tx: Db, services: Services, userId: string, email: string): Promise<void> {
  const { newId, outbox, productClock, publicUrl, realClock } = services
  await lockAllWaiting(tx, email)
  const user = await lockAccount(tx, userId)
  const { contactReplacementAt: at, replacementEmail, language } = user
  if (replacementEmail !== email || !at || at > productClock.now()) return
  if (await isEmailTaken(tx, email, userId)) return void (await cancelContactReplacement(tx, services, user))
  const now = realClock.now()
  await tx
    .update(users)
    .set({
      ...noReplacement,
      ...{ email, pendingEmail: null, phone: null, phoneConfirmedAt: null },
      // As if the wait that follows a change had passed: the delay of the plan was as long, and the code is sent at once.
      contactsChangedAt: new Date(now.getTime() - contactsRestMs),
      passwordResetRequired: true,
    })
    .where(eq(users.id, userId))
  await endWaiting(tx, email, userId)
  await dropCodes(tx, userId, now)
  await endCodes(tx, { userId, now })
  await endChallenges(tx, { userId, now })
  await endTokens(tx, userId, now)
  await endTrustedDevices(tx, { userId, now })
  await restWithdrawals(tx, { userId, reason: 'email', now: productClock.now() })
  await recordActivity(tx, newId, { userId, at: now, kind: 'contacts_replaced', origin: null })
  const values = { email: maskedEmail(email) }
  await notifyOwnerEverywhere(tx, services, user, { kind: 'contacts_replaced', values })
  const page = `${publicUrl ?? ''}${newPasswordPage}`
  await outbox.post(tx, userId, {
    ...{ channel: 'email', recipient: email, kind: 'contact_in_force', values: { page }, language },
  })
}

/** Enough to recognize one's own address: `k…@example.org`. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*@/, '$1…@')
