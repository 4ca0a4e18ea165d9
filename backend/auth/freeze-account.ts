import { and, desc, eq, gt, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { type Language } from '~/contract/languages'
import { type Db } from '../db/connect'
import { lockAccount } from '../db/lock-account'
import { type ContactsBefore, securityEvents } from '../db/schema/notifications'
import { inquiries } from '../db/schema/operator'
import { type UserRow, users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { givenOutBatchesOf } from '../funds/batched-payments'
import { isListOn } from '../funds/wallet-list'
import { eventText } from '../notifications/words'
import { type Services } from '../services'
import { dropCodes } from './password-codes'
import { endCodes } from './end-codes'
import { noReplacement } from './replace-contacts'
import { endChallenges } from './second-factors/challenges'
import { dropFactorsSince } from './second-factors/change-factors'
import { type SecurityEvent, eventTtlMs } from './security-events'
import { notifyOwner, sendAfterAnswer } from './security-notifications'
import { endTokens } from './tokens'

/**
 * The owner says that somebody else was at the account. Invariants: in one transaction, under the account's lock, no
 * withdrawal leaves any more, every bearer ends, codes and contacts that were not confirmed yet are void, contacts that were
 * changed are the established ones again and later changes of them are answered with it, second factors and recovery codes as young as an event that can be answered are gone,
 * and an operator is left an inquiry, which names the batches that the signer has; nobody signs in until the password is set by a code, since the present one may be
 * known; a second answer to the same event changes nothing.
 * @returns the event as it is now
 * @throws Refusal link_expired
 */
export async function freezeAccount(
  services: Services,
  { id, userId }: Pick<SecurityEvent, 'id' | 'userId'>,
): Promise<SecurityEvent> {
  const { db, realClock } = services
  const own = eq(securityEvents.id, id)
  const { event, messages } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, userId)
    const now = realClock.now()
    const [event] = await tx
      .update(securityEvents)
      .set({ usedAt: now })
      .where(and(own, isNull(securityEvents.usedAt), gt(securityEvents.expiresAt, now)))
      .returning()
    if (event) {
      await answerLaterChanges(tx, event, now)
      return { event, messages: await freeze(tx, services, present, event) }
    }
    const [used] = await tx.select().from(securityEvents).where(own)
    if (!used?.usedAt) throw new Refusal('link_expired')
    return { event: used, messages: [] }
  })
  sendAfterAnswer(services, messages)
  return event
}

/**
 * The answer to a change of contacts is one to every later change of them too, whose link went to the contacts that are
 * taken back here. An event that is about something else answers for itself alone: a thief would end the owner's link
 * with it, and the contacts would stay the thief's.
 */
async function answerLaterChanges(tx: Db, event: SecurityEvent, now: Date): Promise<void> {
  if (!event.contactsBefore) return
  const { userId, contactsBefore, createdAt, usedAt } = securityEvents
  await tx
    .update(securityEvents)
    .set({ usedAt: now })
    .where(
      and(
        eq(userId, event.userId),
        isNotNull(contactsBefore),
        gte(createdAt, event.createdAt),
        isNull(usedAt),
      ),
    )
}

async function freeze(tx: Db, services: Services, user: UserRow, event: SecurityEvent): Promise<string[]> {
  const { realClock, productClock, newId } = services
  const { id: userId, language } = user
  const [now, at] = [realClock.now(), productClock.now()]
  const contacts = await contactsAfter(tx, user, event)
  const mailPhrase = event.kind === 'mail_phrase_changed' ? null : user.mailPhrase
  await tx
    .update(users)
    .set({
      frozenAt: user.frozenAt ?? at,
      passwordResetRequired: true,
      pendingEmail: null,
      ...contacts,
      factorRemovalAt: null,
      ...noReplacement,
      mailPhrase,
      // A switching off may be the thief's; the owner begins it again.
      ...{ walletListOn: isListOn(user, at), walletListEndsAt: null },
      // An operator who lifts the freeze starts a rest anew.
      ...{ withdrawalsRestUntil: null, withdrawalsRestReason: null },
    })
    .where(eq(users.id, userId))
  await dropCodes(tx, userId, now)
  await dropFactorsSince(tx, { userId, since: new Date(now.getTime() - eventTtlMs) })
  await endCodes(tx, { userId, now })
  await endChallenges(tx, { userId, now })
  await endTokens(tx, userId, now)
  await tx
    .insert(inquiries)
    .values({
      ...{ id: newId(), kind: 'not_me', userId, email: contacts.email, createdAt: at },
      message: [eventText(event, language), ...(await signersWarning(tx, userId, language))].join('\n\n'),
    })
    // One that is open already is enough.
    .onConflictDoNothing()
  return notifyOwner(tx, services, { ...user, ...contacts, mailPhrase }, { kind: 'account_frozen' })
}

/** For the operator: what the signer has is stopped by people alone. */
async function signersWarning(tx: Db, userId: string, language: Language): Promise<string[]> {
  const batches = (await givenOutBatchesOf(tx, userId)).join(', ')
  if (batches === '') return []
  const texts: Record<Language, string> = {
    ru: `Вывод этого инвестора есть в файле, который уже выдан для подписи. Остановите перевод. Пакет: ${batches}`,
    en: `A withdrawal of this investor is in a file that the signer has. Stop the transfer. Batch: ${batches}`,
  }
  return [texts[language]]
}

type Contacts = Pick<UserRow, 'email' | 'phone' | 'phoneConfirmedAt' | 'contactsChangedAt'>

/**
 * The contacts that remain. The answer to a change of contacts restores established ones: the code for the next password
 * goes to the owner and without the wait that follows a change. Contacts that another account has taken meanwhile are
 * not restored.
 */
async function contactsAfter(tx: Db, user: UserRow, event: SecurityEvent): Promise<Contacts> {
  const { id, email, phone, phoneConfirmedAt, contactsChangedAt } = user
  const kept = { email, contactsChangedAt, phoneConfirmedAt, phone: phoneConfirmedAt ? phone : null }
  const contactsBefore = await establishedContacts(tx, event)
  if (!contactsBefore) return kept
  const before = {
    email: contactsBefore.email,
    ...(contactsBefore.phoneConfirmedAt
      ? { phone: contactsBefore.phone, phoneConfirmedAt: new Date(contactsBefore.phoneConfirmedAt) }
      : { phone: null, phoneConfirmedAt: null }),
  }
  const isTaken = await tx.$count(
    users,
    and(
      ne(users.id, id),
      or(
        before.email === null ? undefined : sql`lower(${users.email}) = lower(${before.email})`,
        before.phone === null ? undefined : eq(users.phone, before.phone),
      ),
    ),
  )
  return isTaken && (before.email ?? before.phone) !== null ? kept : { ...before, contactsChangedAt: null }
}

/**
 * The contacts before a change of them, if they had been in force for as long as an answer reaches back; else the last
 * ones before them that had been. Whoever changes the contacts is mailed a link at each next change, also where the owner
 * changes them back, and such a link restores the owner's contacts as the owner's own link does. Null for an event that is
 * not about contacts.
 */
async function establishedContacts(
  tx: Db,
  { id, userId, contactsBefore }: SecurityEvent,
): Promise<ContactsBefore | null> {
  if (!contactsBefore) return null
  const changes = await tx
    .select({
      id: securityEvents.id,
      contacts: securityEvents.contactsBefore,
      at: securityEvents.createdAt,
    })
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), isNotNull(securityEvents.contactsBefore)))
    .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
  const [own, ...earlier] = changes.slice(changes.findIndex((change) => change.id === id))
  let { contacts, at } = own!
  for (const change of earlier) {
    // Asked for or changed in part only: the contacts were the same.
    if (areSame(change.contacts!, contacts!)) continue
    if (at.getTime() - change.at.getTime() >= eventTtlMs) break
    ;({ contacts, at } = change)
  }
  return contacts
}

/** Whether two are the same for messages, which go to confirmed contacts alone. */
const areSame = (one: ContactsBefore, other: ContactsBefore): boolean =>
  one.email === other.email && confirmedPhone(one) === confirmedPhone(other)

const confirmedPhone = ({ phone, phoneConfirmedAt }: ContactsBefore) => (phoneConfirmedAt ? phone : null)

/** @throws Refusal password_reset_required */
export function refuseUntilReset({ passwordResetRequired }: Pick<UserRow, 'passwordResetRequired'>): void {
  if (passwordResetRequired) throw new Refusal('password_reset_required')
}
