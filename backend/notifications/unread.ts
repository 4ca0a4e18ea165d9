import { and, eq, isNull, sql } from 'drizzle-orm'
import { type UserRow } from '../db/schema/users'
import { type Db } from '../db/connect'
import { notifications } from '../db/schema/notifications'
import { Refusal } from '../domain/refusal'

/**
 * Marks one of the reader's notifications as read, by call or by socket, and returns how many are left unread. Only the
 * first time counts. With another user's login, which the socket's event carries, the answer is not_found.
 * @param request.at in the product's time
 * @throws Refusal not_found
 */
export async function markRead(
  db: Db,
  reader: Pick<UserRow, 'id' | 'login'>,
  { id, login, at }: { id: string; login: string; at: Date },
): Promise<{ unread: number }> {
  if (login.toLowerCase() !== reader.login.toLowerCase()) throw new Refusal('not_found')
  const own = and(eq(notifications.id, id), eq(notifications.userId, reader.id))
  const [found] = await db.select({ id: notifications.id }).from(notifications).where(own)
  if (!found) throw new Refusal('not_found')
  await db
    .update(notifications)
    .set({ readAt: at })
    .where(and(own, isNull(notifications.readAt)))
  return { unread: await unreadOf(db, reader.id) }
}

export async function unreadOf(db: Db, userId: string): Promise<number> {
  return db.$count(
    notifications,
    sql`${notifications.userId} = ${userId} and ${notifications.readAt} is null`,
  )
}
