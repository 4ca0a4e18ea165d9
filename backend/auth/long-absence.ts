import { eq, max } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { tokens } from '../db/schema/access'
import { type FundsContext } from '../funds/context'
import { notify } from '../notifications/events'
import { type UserRow } from '../db/schema/users'

/** From so many days without a request on, somebody who signs in is welcomed back. */
export const longAbsenceDays = 30

/**
 * Tells an investor who signs in after a long time that terms may have ended meanwhile. Before the new bearer is
 * issued, in its transaction, with the account locked: of two sign-ins at once one is told.
 */
export async function tellOfAbsence(
  tx: Db,
  { id: userId, role }: Pick<UserRow, 'id' | 'role'>,
  { realNow, now, newId }: Pick<FundsContext, 'realNow' | 'now' | 'newId'>,
): Promise<void> {
  if (role !== 'investor') return
  const [last] = await tx
    .select({ seenAt: max(tokens.lastUsedAt) })
    .from(tokens)
    .where(eq(tokens.userId, userId))
  // Who has no bearer to tell by comes for the first time, or was made by the demonstration.
  if (!last?.seenAt || realNow.getTime() - last.seenAt.getTime() < longAbsenceDays * dayMs) return
  await notify(tx, newId, [{ userId, at: now, kind: 'long_login', values: {} }])
}
