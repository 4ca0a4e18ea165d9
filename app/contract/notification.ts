import { z } from 'zod'
import { call } from './call'
import { type Understood, ifGiven } from './reading'
import { Id, Link, Login, Time, listOf, listQuery, word } from './values'

/** Notifications, by list and over the socket. A message is HTML from outside unless its type is `bonus`. */

export const notificationTypes = ['mailing', 'refill', 'long_login', 'bonus', 'other'] as const

export const imageAltMaxLength = 500

export const Notification = z.object({
  id: Id,
  type: word(...notificationTypes),
  message: z.string().max(60_000),
  image: Link.nullable(),
  /** What the picture shows, in words, for those who can't see it. */
  imageAlt: z.string().max(imageAltMaxLength).nullable(),
  createdAt: ifGiven(Time, 'creationDate', 'date'),
  readAt: Time.nullable(),
})
export type Notification = Understood<typeof Notification>

const Unread = z.object({ unread: ifGiven(z.number().int().min(0)) })

export const notification = {
  list: call({
    method: 'GET',
    path: '/notification',
    access: 'investor',
    summary: 'Notifications, newest first',
    query: listQuery(['createdAt'], {
      type: z.enum(notificationTypes).optional(),
      unread: z.enum(['true', 'false']).optional(),
    }),
    output: listOf(Notification, { unread: Unread.shape.unread }),
  }),
  read: call({
    method: 'POST',
    path: '/notification/read',
    access: 'investor',
    summary: 'Marks one as read',
    body: z.object({ id: Id, login: Login }),
    output: Unread,
    errors: ['not_found'],
  }),
}

/**
 * The socket at `/socket.io`: `{token}` in the handshake, refused with `unauthorized`. Besides these it may send `changed`,
 * without a body: what the investor's pages show has changed, and no notification says so.
 */
export const socketEvents = {
  incoming: { notification: Notification },
  outgoing: { readNotification: z.object({ id: Id, login: Login }) },
} as const
