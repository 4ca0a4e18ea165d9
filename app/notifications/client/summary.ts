import { type Language } from '~/contract/languages'
import { type Notification } from '~/contract/notification'
import { type I18n } from '~/locale/create'

export type NotificationType = Notification['type']

/** A notification in lists, toasts and socket messages: plain text, with nothing in it that a page could run. */
export interface NotificationSummary {
  id: string
  type: NotificationType
  /** The beginning of the message. */
  text: string
  /** Of the text, by its script; none if that is unclear. */
  language?: Language | undefined
  /** ISO 8601; null if the upstream does not provide it. */
  createdAt: string | null
  isRead: boolean
}

/** The whole of it, as it is opened. */
export interface NotificationDetail extends Omit<NotificationSummary, 'text'> {
  /** The whole message in plain text; null if it is HTML. */
  text: string | null
  /** Sanitised; null where the message is plain text. */
  html: string | null
  /** The address of a picture that may be shown. */
  picture: string | null
  /** What the picture shows, in words; null where its sender has written none. */
  pictureAlt: string | null
}

/** A mailing is read when it is dismissed; everything else when it has been shown. */
export const isReadByShowing = ({ type }: Pick<NotificationSummary, 'type'>): boolean => type !== 'mailing'

/** The title of a notification that is shown as a whole. */
export const titleOf = (
  { t, date }: Pick<I18n, 't' | 'date'>,
  { createdAt }: Pick<NotificationSummary, 'createdAt'>,
): string =>
  createdAt === null
    ? t('notifications:one.titlePlain')
    : t('notifications:one.title', { date: date(createdAt) })

/** The value of `lang` for its text: none where the page is in its language. */
export const langOf = (
  { language: page }: Pick<I18n, 'language'>,
  { language }: Pick<NotificationSummary, 'language'>,
): Language | undefined => (language === page ? undefined : language)
