import { eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type ProfileChange } from '~/contract/user'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'
import { foldEmail, foldPhone } from './contact'
import { postCode, sendCode } from './send-code'
import { refusalOfTaken } from './taken'
import { type UserRow } from './tokens'

/**
 * Changes contact data; a field left out stays as it is. A new phone number has to be confirmed like the first one,
 * and gets its code at once.
 * @throws Refusal email_taken, phone_taken, validation of the phone
 */
export async function changeProfile(
  services: Services,
  user: UserRow,
  change: z.output<typeof ProfileChange>,
): Promise<void> {
  const { db } = services
  const phone = change.phone === undefined ? user.phone : foldPhone(change.phone)
  if (change.phone !== undefined && phone === null) throw Refusal.ofField('phone', 'phone_invalid')
  const isNewPhone = phone !== user.phone

  const code = await db
    .transaction(async (tx) => {
      const [changed] = await tx
        .update(users)
        .set({
          ...change,
          email: change.email && foldEmail(change.email),
          phone,
          ...(isNewPhone && { phoneConfirmedAt: null }),
        })
        .where(eq(users.id, user.id))
        .returning()
      return isNewPhone && phone && changed ? postCode(tx, { ...changed, phone }, services) : null
    })
    .catch((error: unknown) => {
      throw refusalOfTaken(error) ?? error
    })
  if (code) await sendCode(code, services)
}
