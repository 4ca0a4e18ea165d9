import { type Complete } from '~/contract/reading'
import { type Notification } from '~/contract/notification'
import { type notifications } from '../db/schema/notifications'
import { type Language } from '~/contract/languages'
import { messageOf } from './words'

export type NotificationRow = typeof notifications.$inferSelect

/**
 * A notification in the contract's shape.
 * @param origin of this backend, such as `http://127.0.0.1:4000`: a picture that it serves itself is stored by its path
 */
export function notificationView(
  row: NotificationRow,
  language: Language,
  origin: string,
): Complete<typeof Notification> {
  return {
    id: row.id,
    type: row.type,
    message: messageOf(row, language),
    image: row.image && new URL(row.image, origin).href,
    imageAlt: (row.image && row.imageAlt?.[language]) || null,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }
}
