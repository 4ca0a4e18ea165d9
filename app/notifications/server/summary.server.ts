import { type Notification } from '~/contract/notification'
import { languageOfText } from '~/locale/text-language'
import { beginningOf, plainText, mayShow, sanitise } from '~/upstream/html/html.server'
import { paths } from '~/paths'
import { type Pictures } from '~/upstream/types'
import { type NotificationSummary, type NotificationDetail } from '../client/summary'

/**
 * A notification as it may leave the server. Invariants: `bonus` is plain text; any other message is HTML from
 * outside and goes through the sanitiser; a picture comes from a named https origin, or through us.
 */

const beginning = 240

/** The short form. */
export function summaryOf({ id, type, message, createdAt, readAt }: Notification): NotificationSummary {
  const text = type === 'bonus' ? message : plainText(message)
  return {
    ...{ id, type, createdAt },
    text: beginningOf(text, beginning),
    language: languageOfText(text) ?? undefined,
    isRead: readAt !== null,
  }
}

export interface ShownFrom {
  /** https origins that browsers may load pictures from. */
  imageOrigins: readonly string[]
  pictures: Pick<Pictures, 'areAt'>
}

/** All of it. */
export function detailOf(notification: Notification, from: ShownFrom): NotificationDetail {
  const { id, type, message, imageAlt, createdAt, readAt } = notification
  const isText = type === 'bonus'
  return {
    id,
    type,
    createdAt,
    isRead: readAt !== null,
    language: languageOfText(isText ? message : plainText(message)) ?? undefined,
    text: isText ? message : null,
    html: isText ? null : sanitise(message, from.imageOrigins),
    picture: isText ? null : pictureOf(notification, from),
    pictureAlt: imageAlt?.trim() || null,
  }
}

/** The picture's own address if browsers may load it, ours if only the upstream has it, else null. */
function pictureOf({ id, image }: Notification, { imageOrigins, pictures }: ShownFrom): string | null {
  if (image === null) return null
  if (mayShow(image, imageOrigins)) return image
  return pictures.areAt(image) ? paths.notificationPicture(id) : null
}
