import { and, asc, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { contract } from '~/contract'
import { type Notification } from '~/contract/notification'
import { unreadOf } from '../accounts/users'
import { notifications } from '../db/schema/notifications'
import { Refusal } from '../domain/refusal'
import { type BuiltCall, forCaller } from '../http/built-call'
import { type Language } from '../http/texts'
import { messageOf } from '../notifications/words'
import { type Services } from '../services'

/** What the investor is told. */
export function notificationCalls({ db, productClock }: Services): BuiltCall[] {
  return [
    forCaller(contract.notification.list, async ({ query, language, origin }, { user }) => {
      const { page = 1, limit = 20, type, unread } = query
      const shown = and(
        eq(notifications.userId, user.id),
        type && eq(notifications.type, type),
        unread && (unread === 'true' ? isNull(notifications.readAt) : isNotNull(notifications.readAt)),
      )
      const order = query.sortDir === 'asc' ? asc : desc
      const [rows, [counted], waiting] = await Promise.all([
        db
          .select()
          .from(notifications)
          .where(shown)
          .orderBy(order(notifications.createdAt), order(notifications.id))
          .limit(limit)
          .offset((page - 1) * limit),
        db.select({ total: count() }).from(notifications).where(shown),
        unreadOf(db, user.id),
      ])
      const items = rows.map((row) => show(row, language, origin))
      return { items, total: counted?.total ?? 0, page, limit, unread: waiting }
    }),

    forCaller(contract.notification.read, async ({ body: { id, login } }, { user }) => {
      const own = and(eq(notifications.id, id), eq(notifications.userId, user.id))
      // The login is what the socket's event carries; another's is answered like a notification that is not there.
      if (login.toLowerCase() !== user.login.toLowerCase()) throw new Refusal('not_found')
      const [found] = await db.select({ id: notifications.id }).from(notifications).where(own)
      if (!found) throw new Refusal('not_found')
      await db
        .update(notifications)
        .set({ readAt: productClock.now() })
        .where(and(own, isNull(notifications.readAt)))
      return { unread: await unreadOf(db, user.id) }
    }),
  ]
}

function show(row: typeof notifications.$inferSelect, language: Language, origin: string): Notification {
  return {
    id: row.id,
    type: row.type,
    message: messageOf(row, language),
    // A picture that this backend serves itself is stored by its path.
    image: row.image && new URL(row.image, origin).href,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }
}
