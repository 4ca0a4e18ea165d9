import { eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type ProfileChange } from '~/contract/user'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'
import { foldEmail, foldPhone } from './contact'
import { lockAccount } from './lock-account'
import { dropCodes } from './password-codes'
import { freeClaimed, refuseEarlyResend } from './phone-codes'
import { postCode, sendCode } from './send-code'
import { refusalOfTaken } from './taken'
import { type UserRow } from './tokens'

/**
 * Changes contact data; a field left out stays as it is. A new phone number has to be confirmed like the first one,
 * and gets its code at once. What must stay true: whoever changes the contacts of somebody else's account with a bearer
 * does not get its password by them (`reset-password.ts`), and the addresses that it had are told.
 * @throws Refusal email_taken, phone_taken, validation of the phone, too_many_requests for a new number within a
 * minute of the last code
 */
export async function changeProfile(
  services: Services,
  user: UserRow,
  change: z.output<typeof ProfileChange>,
): Promise<void> {
  const { db, realClock, outbox } = services
  const { phone: typedPhone, email, ...rest } = change
  const phone = typedPhone === undefined ? undefined : foldPhone(typedPhone)
  if (phone === null) throw Refusal.ofField('phone', 'phone_invalid')

  const changed = await db
    .transaction(async (tx) => {
      const present = await lockAccount(tx, user.id)
      const newPhone = phone !== undefined && phone !== present.phone ? phone : null
      const newEmail = email !== undefined && foldEmail(email) !== present.email ? foldEmail(email) : null
      const isMoved = isEstablished(present) && (newEmail !== null || newPhone !== null)
      const set = {
        ...rest,
        ...(newEmail && { email: newEmail }),
        ...(newPhone && { phone: newPhone, phoneConfirmedAt: null }),
        ...(isMoved && { contactsChangedAt: realClock.now() }),
      }
      // Nothing to set is no statement at all.
      if (Object.keys(set).length === 0) return null
      if (newPhone) await freeClaimed(tx, { phone: newPhone, for: user.id, now: realClock.now() })
      await tx.update(users).set(set).where(eq(users.id, user.id))
      // A code for a new password may be on its way to an address that is not theirs any more.
      if (newEmail || newPhone) await dropCodes(tx, user.id, realClock.now())
      const told = isMoved ? await tellOld(tx, services, present, { isPhone: newPhone !== null }) : []
      if (!newPhone) return { told, code: null }
      await refuseEarlyResend(tx, user.id, realClock.now())
      return { told, code: await postCode(tx, { ...present, ...rest, phone: newPhone }, services) }
    })
    .catch((error: unknown) => {
      throw refusalOfTaken(error) ?? error
    })
  if (changed?.code) await sendCode(changed.code, services)
  // What can't be sent now the postman sends.
  for (const id of changed?.told ?? []) await outbox.send(db, id)
}

/** Whether the account has ever been opened to its cabinet or desk: before that nothing stands in it to be taken over. */
function isEstablished({ role, phoneConfirmedAt, contactsChangedAt }: UserRow): boolean {
  return role === 'operator' || phoneConfirmedAt !== null || contactsChangedAt !== null
}

/** An SMS of changed e-mails is sent once an hour at most: who changes them without end sends no more. */
const smsEveryMs = 60 * 60_000

/**
 * Tells the addresses that the account has had until now. Gives the messages to send.
 * @param options.isPhone whether the number was changed, which happens once a minute at most
 */
async function tellOld(
  tx: Db,
  { outbox, realClock }: Services,
  { id, email, phone, phoneConfirmedAt, contactsChangedAt, language }: UserRow,
  { isPhone }: { isPhone: boolean },
): Promise<string[]> {
  const what = { kind: isPhone ? 'phone_changed' : 'email_changed', values: {}, language }
  const quiet =
    !isPhone && contactsChangedAt && realClock.now().getTime() - contactsChangedAt.getTime() < smsEveryMs
  const told: string[] = []
  if (email) told.push(await outbox.post(tx, id, { channel: 'email', recipient: email, ...what }))
  if (phone && phoneConfirmedAt && !quiet)
    told.push(await outbox.post(tx, id, { channel: 'sms', recipient: phone, ...what }))
  return told
}
