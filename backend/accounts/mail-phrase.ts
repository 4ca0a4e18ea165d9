import { eq } from 'drizzle-orm'
import { recordActivity } from '../activity/record'
import { notifyOwner, sendAfterAnswer } from '../auth/security-notifications'
import { type SensitiveCall, requireStepUp } from '../auth/second-factors/step-up'
import { lockAccount } from '../db/lock-account'
import { type UserRow, users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'

/**
 * The phrase by which an investor knows our mails. Invariants: it goes to an address that was confirmed, in mails alone;
 * a change is told by a mail with the phrase before it; it is never the account's password, which would go out with it.
 */

/** How a phrase begins, for its owner; null without one. */
export const hintOf = ({ mailPhrase }: Pick<UserRow, 'mailPhrase'>): string | null =>
  mailPhrase && `${[...mailPhrase].slice(0, 2).join('')}…`

/**
 * @param call.phrase null takes it away
 * @throws Refusal phrase_is_password; those of the step-up
 */
export async function setMailPhrase(
  services: Services,
  call: SensitiveCall & { phrase: string | null },
): Promise<string | null> {
  const { db, newId, passwords, realClock } = services
  const { phrase } = call
  const { id: userId, passwordHash } = call.caller.user
  await requireStepUp(services, call)
  if (phrase !== null && passwordHash !== null && (await passwords.verify(passwordHash, phrase)))
    throw new Refusal('phrase_is_password', { field: 'phrase' })
  const messages = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, userId)
    if (present.mailPhrase === phrase) return []
    await tx.update(users).set({ mailPhrase: phrase }).where(eq(users.id, userId))
    await recordActivity(tx, newId, {
      userId,
      at: realClock.now(),
      kind: 'mail_phrase_changed',
      origin: call,
    })
    return notifyOwner(tx, services, present, { kind: 'mail_phrase_changed' })
  })
  sendAfterAnswer(services, messages)
  return hintOf({ mailPhrase: phrase })
}
