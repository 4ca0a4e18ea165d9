import { PlainForm } from '~/forms/plain-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { useOpenOver } from '~/notifications/client/context'
import { isReadByShowing, type NotificationSummary } from '~/notifications/client/summary'
import { typeIcons } from '~/notifications/client/type-tag'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon/icon'
import { VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import * as styles from './notification-list.css'

interface NotificationListProps {
  notifications: NotificationSummary[]
  /** Whether what has been read is still listed, so that it can be shown. */
  keepsRead: boolean
}

export function NotificationList({ notifications, keepsRead }: NotificationListProps) {
  const { t } = useI18n()
  return (
    <ul role="list" className={styles.list} aria-label={t('notifications:list')}>
      {notifications.map((notification) => (
        <li key={notification.id} className={notification.isRead ? styles.row : styles.unread}>
          <Row notification={notification} keepsRead={keepsRead} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps extends Pick<NotificationListProps, 'keepsRead'> {
  notification: NotificationSummary
}

function Row({ notification, keepsRead }: RowProps) {
  const { t, dateHours } = useI18n()
  const { id, type, createdAt, isRead } = notification
  return (
    <>
      <span className={styles.icon}>
        <Icon name={typeIcons[type]} />
      </span>
      <p className={styles.about}>
        {t(`notifications:types.${type}`)}
        {createdAt !== null && (
          <>
            {' · '}
            <time dateTime={createdAt}>{dateHours(createdAt)}</time>
          </>
        )}
        {!isRead && (
          <>
            {' '}
            <VisuallyHidden>{t('notifications:unread')}</VisuallyHidden>
          </>
        )}
      </p>
      <div className={styles.words}>
        <Open notification={notification} keepsRead={keepsRead} />
      </div>
      {!isRead && !isReadByShowing(notification) && (
        <div className={styles.act}>
          <PlainForm action={paths.notification(id)}>
            <SubmitButton variant="quiet" size="small" icon="check" aria-describedby={textId(id)}>
              {t('notifications:markRead')}
            </SubmitButton>
          </PlainForm>
        </div>
      )}
    </>
  )
}

/**
 * The text of a notification, which opens it; the whole row can be pressed. Opening marks it as read, so that is done by a
 * form and not by a link. If the list leaves out read notifications, it is marked as read on closing: it could not be
 * shown otherwise.
 */
function Open({ notification, keepsRead }: RowProps) {
  const { id, text, isRead } = notification
  const onClick = useOpenOver(id)
  const words = { id: textId(id), onClick, className: styles.open }
  if (isRead || !keepsRead || !isReadByShowing(notification))
    return (
      <Link {...words} href={paths.notification(id)}>
        {text}
      </Link>
    )
  return (
    <PlainForm action={paths.notification(id)} values={{ intent: 'open' }}>
      <button {...words} type="submit">
        {text}
      </button>
    </PlainForm>
  )
}

/** An upstream's id may contain spaces, which an element's id must not. */
const textId = (id: string) => `notification-${encodeURIComponent(id)}`
