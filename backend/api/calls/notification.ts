import { and, asc, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { contract } from '~/contract/index'
import { unreadOf } from '../../notifications/unread'
import { notifications } from '../../db/schema/notifications'
import { type Handler, authenticated } from '../handler'
import { markRead } from '../../notifications/unread'
import { notificationView } from '../../notifications/view'
import { type Services } from '../../services'
import { together } from '../../db/together'

/** The investor's notifications. */
export function notificationCalls({ db: pool, productClock }: Services): Handler[] {
  return [
    authenticated(contract.notification.list, async ({ db, query, language, origin }, { user }) => {
      const { page = 1, limit = 20, type, unread } = query
      const shown = and(
        eq(notifications.userId, user.id),
        type && eq(notifications.type, type),
        unread && (unread === 'true' ? isNull(notifications.readAt) : isNotNull(notifications.readAt)),
      )
      const order = query.sortDir === 'asc' ? asc : desc
      const [rows, [counted], waiting] = await together([
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
      const items = rows.map((row) => notificationView(row, language, origin))
      return { items, total: counted?.total ?? 0, page, limit, unread: waiting }
    }),

    authenticated(contract.notification.read, ({ body }, { user }) =>
      markRead(pool, user, { ...body, at: productClock.now() }),
    ),
  ]
}
