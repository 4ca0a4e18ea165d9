import { eq } from 'drizzle-orm'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { restWithdrawals } from '../funds/withdrawal-safety'
import { type Services } from '../services'
import { sendFirstEmailCode } from './confirm-email'
import { lockAccount } from '../db/lock-account'
import { tryCode, useCode } from './phone-codes'
import { type UserRow } from '../db/schema/users'

/**
 * Confirms the phone by its code. Invariants: the number that becomes confirmed is the one that the code was
 * sent to, also when the account gets another number at this very moment. The e-mail that waits is sent its code then.
 * Withdrawals rest once a number has replaced another.
 * @throws Refusal code_invalid, code_expired, too_many_requests
 */
export async function confirmPhone(services: Services, user: UserRow, code: string): Promise<UserRow> {
  const confirmed = await confirm(services, user, code)
  if (!user.phoneConfirmedAt && confirmed.pendingEmail) await sendFirstEmailCode(services, user.id)
  return confirmed
}

async function confirm(
  { db, realClock, productClock }: Services,
  user: UserRow,
  code: string,
): Promise<UserRow> {
  const { id: userId, phone, phoneConfirmedAt } = user
  if (phoneConfirmedAt) return user
  if (!phone) throw codeExpired()
  // Not in the transaction below: a try that a refusal undoes would not count.
  const codeId = await tryCode(db, { userId, phone }, code, realClock.now())
  return db.transaction(async (tx) => {
    const present = await lockAccount(tx, userId)
    if (present.phone !== phone) throw codeExpired()
    // The same code sent twice at once has done its work the first time.
    if (present.phoneConfirmedAt) return present
    if (!(await useCode(tx, codeId, realClock.now()))) throw codeExpired()
    // Contacts change only once a first number is confirmed, so this one replaces another.
    if (present.contactsChangedAt)
      await restWithdrawals(tx, { userId, reason: 'phone', now: productClock.now() })
    const [confirmed] = await tx
      .update(users)
      .set({ phoneConfirmedAt: productClock.now() })
      .where(eq(users.id, userId))
      .returning()
    return confirmed! // its row is locked above
  })
}

const codeExpired = () => new Refusal('code_expired', { field: 'code' })
