import { eq } from 'drizzle-orm'
import { type Db } from './connect'
import { users } from './schema/users'
import { Refusal } from '../domain/refusal'
import { type UserRow } from './schema/users'

/**
 * The account as it is now, held until the transaction ends. What was read when the request was admitted may have been
 * changed meanwhile by another request of the same person: whatever is decided by phone, password or codes is decided
 * by this row.
 * @throws Refusal unauthorized when there is no such account any more, or nobody's
 */
export async function lockAccount(tx: Db, userId: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!user || user.erasedAt) throw new Refusal('unauthorized')
  return user
}
