import { PlainForm } from '~/forms/plain-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { useOpenOver } from '~/notifications/client/context'
import { isReadByShowing, type NotificationSummary } from '~/notifications/client/summary'
import { TypeTag } from '~/notifications/client/type-tag'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Soft } from '~/ui/layout/layout'
import { Tag } from '~/ui/tag/tag'
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
        <li key={notification.id} className={notification.isRead ? styles.read : styles.unread}>
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
  const { id, type, text, createdAt, isRead } = notification
  return (
    <>
      <Cluster gap={2}>
        <TypeTag type={type} />
        {!isRead && (
          <Tag icon="bell" meaning="info">
            {t('notifications:unread')}
          </Tag>
        )}
        {createdAt !== null && (
          <Soft small>
            <time dateTime={createdAt}>{dateHours(createdAt)}</time>
          </Soft>
        )}
      </Cluster>
      <p id={textId(id)} className={styles.text}>
        {text}
      </p>
      <Cluster gap={2}>
        <Open notification={notification} keepsRead={keepsRead} />
        {!isRead && !isReadByShowing(notification) && (
          <PlainForm action={paths.notification(id)}>
            <SubmitButton variant="quiet" size="small" icon="check" aria-describedby={textId(id)}>
              {t('notifications:markRead')}
            </SubmitButton>
          </PlainForm>
        )}
      </Cluster>
    </>
  )
}

/**
 * Opening a notification marks it as read, so it is opened by a form and not by a link. If the list leaves out read
 * notifications, it is marked as read on closing: it could not be shown otherwise.
 */
function Open({ notification, keepsRead }: RowProps) {
  const { t } = useI18n()
  const { id, isRead } = notification
  const onClick = useOpenOver(id)
  const linkProps = { onClick, size: 'small', 'aria-describedby': textId(id) } as const
  if (isRead || !keepsRead || !isReadByShowing(notification)) {
    return (
      <ButtonLink {...linkProps} href={paths.notification(id)}>
        {t('notifications:open')}
      </ButtonLink>
    )
  }
  return (
    <PlainForm action={paths.notification(id)} values={{ intent: 'open' }}>
      <SubmitButton {...linkProps} variant="secondary">
        {t('notifications:open')}
      </SubmitButton>
    </PlainForm>
  )
}

/** An upstream's id may contain spaces, which an element's id must not. */
const textId = (id: string) => `notification-${encodeURIComponent(id)}`
