import { eq } from 'drizzle-orm'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'
import { lockAccount } from './lock-account'
import { tryCode, useCode } from './phone-codes'
import { type UserRow } from './tokens'

/**
 * Confirms the phone by its code. What must stay true: the number that becomes confirmed is the one that the code was
 * sent to, also when the account gets another number at this very moment.
 * @throws Refusal code_invalid, code_expired, too_many_requests
 */
export async function confirmPhone(
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
    const [confirmed] = await tx
      .update(users)
      .set({ phoneConfirmedAt: productClock.now() })
      .where(eq(users.id, userId))
      .returning()
    return confirmed! // its row is locked above
  })
}

const codeExpired = () => new Refusal('code_expired', { field: 'code' })
