import { eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type ActivityKind } from '~/contract/words'
import { type ProfileChange } from '~/contract/user'
import { recordActivity } from '../activity/record'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'
import { postEmailCode, refuseTakenEmail, sendEmailCode } from '../auth/confirm-email'
import { foldEmail, foldPhone } from '../auth/contact'
import { requireStepUp } from '../auth/second-factors/step-up'
import { lockAccount } from '../db/lock-account'
import { refuseEarlyEmailCode } from '../auth/email-codes'
import { dropCodes } from '../auth/password-codes'
import { cancelContactReplacement } from '../auth/replace-contacts'
import { freeReserved, refuseEarlyResend } from '../auth/phone-codes'
import { refuseUnreachable } from '../auth/reachable-phone'
import { notifyInCabinet, phraseOf } from '../auth/security-notifications'
import { postCode, sendCode } from '../auth/send-code'
import { countTaken, refusalOfTaken } from '../auth/taken'
import { type Caller, type TokenOrigin } from '../auth/tokens'
import { type UserRow } from '../db/schema/users'

/**
 * Changes contact data; a field left out stays as it is. A new phone number has to be confirmed like the first one, and
 * gets its code at once. A new e-mail waits for its code, and the confirmed one stays in force until then; sending the
 * confirmed one again cancels the change. Invariants: a caller who changes the contacts of another person's account
 * with a stolen bearer must know its password, can't obtain the password through the new contacts
 * (`reset-password.ts`), and the old addresses are notified.
 * @throws Refusal step_up_required, password_required, password_wrong and password_not_set for another e-mail or phone of an account that
 * is in use; email_taken, phone_taken, validation of the phone, too_many_requests for a new number or e-mail within a
 * minute of the last code of its kind, and for any new one after five answers within an hour that one was taken;
 * network_quota for a new number where the network of the address has had its codes of the day
 */
export async function changeProfile(
  services: Services,
  caller: Caller,
  { change, ...origin }: TokenOrigin & { change: z.output<typeof ProfileChange> },
): Promise<void> {
  const { db, newId, realClock, outbox } = services
  const { user } = caller
  const { address } = origin
  const { phone: typedPhone, email, currentPassword, ...rest } = change
  const phone = typedPhone === undefined ? undefined : foldPhone(typedPhone)
  if (phone === null) throw Refusal.ofField('phone', 'phone_invalid')
  if (phone !== undefined && phone !== user.phone) refuseUnreachable(phone)

  const typedEmail = email === undefined ? undefined : foldEmail(email)
  const newContactsOf = (present: UserRow) => {
    const newPhone = phone !== undefined && phone !== present.phone ? phone : null
    const isKnown = typedEmail === present.email || typedEmail === present.pendingEmail
    const newEmail = typedEmail !== undefined && !isKnown ? typedEmail : null
    const isNew = (newEmail ?? newPhone) !== null
    return { newPhone, newEmail, isNew, isMoved: isEstablished(present) && isNew }
  }
  const { isMoved: needsStepUp, isNew } = newContactsOf(user)
  if (needsStepUp) await requireStepUp(services, { caller, currentPassword, ...origin })

  const store = () =>
    db
      .transaction(async (tx) => {
        const present = await lockAccount(tx, user.id)
        const { newPhone, newEmail, isMoved } = newContactsOf(present)
        // Its phone was confirmed by another request since it was looked at.
        if (isMoved && !needsStepUp) return { present }
        const isEmailKept =
          typedEmail !== undefined && typedEmail === present.email && present.pendingEmail !== null
        const set = {
          ...rest,
          ...(newEmail && { pendingEmail: newEmail }),
          ...(isEmailKept && { pendingEmail: null }),
          ...(newPhone && { phone: newPhone, phoneConfirmedAt: null }),
          ...(isMoved && { contactsChangedAt: realClock.now() }),
        }
        // drizzle refuses an update without values.
        if (Object.keys(set).length === 0) return null
        const reader = { ...present, ...rest }
        // A user without a confirmed phone gets the code after confirming the phone.
        const isOpen = present.role === 'operator' || (present.phoneConfirmedAt !== null && !newPhone)
        // Before the number is looked up: a refusal to wait would reveal that the number is free, and is not counted.
        if (newPhone) {
          await outbox.refuseNetwork(tx, address)
          await refuseEarlyResend(tx, user.id, realClock.now())
        }
        if (newEmail && isOpen) await refuseEarlyEmailCode(tx, user.id, realClock.now())
        if (newEmail) await refuseTakenEmail(tx, newEmail, user.id)
        if (newPhone) await freeReserved(tx, { phone: newPhone, for: user.id, now: realClock.now() })
        await tx.update(users).set(set).where(eq(users.id, user.id))
        const kinds = changesOf(present, rest, { newPhone, newEmail })
        for (const kind of kinds) {
          await recordActivity(tx, newId, { userId: user.id, at: realClock.now(), kind, origin })
        }
        // A code for a new password may have been sent to the old address.
        if (newPhone) await dropCodes(tx, user.id, realClock.now())
        const messages = isMoved
          ? [
              ...(await cancelContactReplacement(tx, services, present)),
              ...(await notifyOldContacts(tx, services, present, { isPhone: newPhone !== null })),
            ]
          : []
        const emailCode = newEmail && isOpen ? await postEmailCode(tx, reader, newEmail, services) : null
        if (!newPhone) return { messages, emailCode, code: null }
        const to = { ...reader, phone: newPhone, from: address }
        return { messages, emailCode, code: await postCode(tx, to, services) }
      })
      .catch((error: unknown) => {
        throw refusalOfTaken(error) ?? error
      })
  const { takenHour, takenDay } = services.limits
  const changed = await (isNew ? countTaken([takenHour, takenDay], user.id, store) : store())
  if (changed?.present)
    return changeProfile(services, { ...caller, user: changed.present }, { change, ...origin })
  if (changed?.code) await sendCode(changed.code, services)
  if (changed?.emailCode) await sendEmailCode(changed.emailCode, services)
  // What can't be sent now the outbox worker sends.
  for (const id of changed?.messages ?? []) await outbox.send(db, id)
}

/** What the account's owner is shown of a change: nothing of a value that was sent as it is. */
function changesOf(
  present: UserRow,
  rest: Partial<UserRow>,
  { newPhone, newEmail }: { newPhone: string | null; newEmail: string | null },
): ActivityKind[] {
  const names = Object.keys(rest) as (keyof UserRow)[] // the change has no other fields
  return [
    ...(newPhone ? (['phone_changed'] as const) : []),
    ...(newEmail ? (['email_change_asked'] as const) : []),
    ...(names.some((name) => rest[name] !== present[name]) ? (['profile_changed'] as const) : []),
  ]
}

/** Whether the account has ever had access to its cabinet. Before that it has nothing that a thief could take. */
function isEstablished({ role, phoneConfirmedAt, contactsChangedAt }: UserRow): boolean {
  return role === 'operator' || phoneConfirmedAt !== null || contactsChangedAt !== null
}

/** An SMS about a requested change of e-mail is sent at most once an hour, so that repeated requests send no more. */
const smsIntervalMs = 60 * 60_000

/**
 * Notifies the cabinet and the addresses that the account has had until now. Returns the messages to send.
 * @param options.isPhone whether the number was changed, which happens once a minute at most
 */
async function notifyOldContacts(
  tx: Db,
  services: Services,
  user: UserRow,
  { isPhone }: { isPhone: boolean },
): Promise<string[]> {
  const { outbox, realClock } = services
  const { id, email, phone, phoneConfirmedAt, contactsChangedAt, language } = user
  const kind = isPhone ? 'phone_changed' : 'email_change_asked'
  const link = await notifyInCabinet(tx, services, user, { kind })
  const what = { kind, values: { ...link, ...phraseOf(user) }, language }
  const quiet =
    !isPhone && contactsChangedAt && realClock.now().getTime() - contactsChangedAt.getTime() < smsIntervalMs
  const messages: string[] = []
  if (email) messages.push(await outbox.post(tx, id, { channel: 'email', recipient: email, ...what }))
  if (phone && phoneConfirmedAt && !quiet)
    messages.push(await outbox.post(tx, id, { channel: 'sms', recipient: phone, ...what }))
  return messages
}
