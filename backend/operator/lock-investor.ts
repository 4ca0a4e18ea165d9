import { and, eq, isNull } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { type UserRow, users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'

/**
 * Locks the account of an investor who is still there, until the transaction ends.
 * @throws Refusal not_found, also for an operator's account
 */
export async function lockInvestor(tx: Db, id: string): Promise<UserRow> {
  const [found] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'investor'), isNull(users.erasedAt)))
    .for('no key update')
  if (!found) throw new Refusal('not_found')
  return found
}
