import { eq } from 'drizzle-orm'
import { type Db } from './connect'
import { users } from './schema/users'
import { Refusal } from '../domain/refusal'
import { type UserRow } from './schema/users'

/**
 * The current account, locked until the transaction ends. Another request of the same person may have changed it since
 * this request was authorized, so every decision about a phone, a password or codes uses this row.
 * @throws Refusal unauthorized when there is no such account, or it was erased
 */
export async function lockAccount(tx: Db, userId: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!user || user.erasedAt) throw new Refusal('unauthorized')
  return user
}
