import { type NotificationSummary } from './summary'

/** All events between a tab and the app. */

export interface ServerEvents {
  notification: (summary: NotificationSummary) => void
  /** What the page shows may have changed, without a notification. */
  changed: () => void
  /** One was read here or in another tab. `unread`: the number left, null if the upstream does not provide it. */
  read: (read: ReadEvent) => void
  /** Events may have been missed, as before the first connection: the list must be read, and later the page as well. */
  missed: () => void
  /** The session may be over. A listener first confirms it once by HTTP, which is the authority. */
  ended: () => void
}

export interface ClientEvents {
  /** The app knows whose it is; a login in the message is ignored. */
  readNotification: (report: { id: string }) => void
}

export interface ReadEvent {
  id: string
  unread: number | null
}
