import { eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type ProfileChange } from '~/contract/user'
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
 * and gets its code at once.
 * @throws Refusal email_taken, phone_taken, validation of the phone, too_many_requests for a new number within a
 * minute of the last code
 */
export async function changeProfile(
  services: Services,
  user: UserRow,
  change: z.output<typeof ProfileChange>,
): Promise<void> {
  const { db, realClock } = services
  const { phone: typedPhone, email, ...rest } = change
  const phone = typedPhone === undefined ? undefined : foldPhone(typedPhone)
  if (phone === null) throw Refusal.ofField('phone', 'phone_invalid')

  const code = await db
    .transaction(async (tx) => {
      const present = await lockAccount(tx, user.id)
      const newPhone = phone !== undefined && phone !== present.phone ? phone : null
      const set = {
        ...rest,
        ...(email !== undefined && { email: foldEmail(email) }),
        ...(newPhone && { phone: newPhone, phoneConfirmedAt: null }),
      }
      // Nothing to set is no statement at all.
      if (Object.keys(set).length === 0) return null
      if (newPhone) await freeClaimed(tx, { phone: newPhone, for: user.id, now: realClock.now() })
      await tx.update(users).set(set).where(eq(users.id, user.id))
      // A code for a new password may be on its way to an address that is not theirs any more.
      if (email !== undefined || newPhone) await dropCodes(tx, user.id, realClock.now())
      if (!newPhone) return null
      await refuseEarlyResend(tx, user.id, realClock.now())
      return postCode(tx, { ...present, ...rest, phone: newPhone }, services)
    })
    .catch((error: unknown) => {
      throw refusalOfTaken(error) ?? error
    })
  if (code) await sendCode(code, services)
}
