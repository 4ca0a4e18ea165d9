import { eq, max } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { tokens } from '../db/schema/access'
import { type FundsContext } from '../funds/context'
import { notify } from '../notifications/events'
import { type UserRow } from '../db/schema/users'

/** After this many days without a request, a sign-in counts as a return. */
const longAbsenceDays = 30

/**
 * Notifies an investor who signs in after a long time that terms may have ended. It runs before the new bearer is
 * issued, in its transaction, with the account locked, so that two concurrent sign-ins send one notification.
 */
export async function notifyOfAbsence(
  tx: Db,
  { id: userId, role }: Pick<UserRow, 'id' | 'role'>,
  { realNow, now, newId }: Pick<FundsContext, 'realNow' | 'now' | 'newId'>,
): Promise<void> {
  if (role !== 'investor') return
  const [last] = await tx
    .select({ seenAt: max(tokens.lastUsedAt) })
    .from(tokens)
    .where(eq(tokens.userId, userId))
  // A user without an earlier bearer signs in for the first time, or was created by the demonstration.
  if (!last?.seenAt || realNow.getTime() - last.seenAt.getTime() < longAbsenceDays * dayMs) return
  await notify(tx, newId, [{ userId, at: now, kind: 'long_login', values: {} }])
}
